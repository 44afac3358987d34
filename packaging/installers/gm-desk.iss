; The installer for Windows, for Inno Setup 6; packaging/build.py passes Version, Folder, Target, Id, Suffix and Mime.
; It needs no administrator: without one it installs for the user alone.

[Setup]
AppId={#Id}
AppName=GM Desk
AppVersion={#Version}
AppPublisher=GM Desk contributors
DefaultDirName={autopf}\GM Desk
DefaultGroupName=GM Desk
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
LicenseFile={#Folder}\_internal\licences\GM Desk.txt
OutputDir={#Target}
OutputBaseFilename=gm-desk-{#Version}-windows-setup
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\GM Desk.exe
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{autoprograms}\GM Desk"; Filename: "{app}\GM Desk.exe"; AppUserModelID: "gm-desk"
Name: "{autodesktop}\GM Desk"; Filename: "{app}\GM Desk.exe"; AppUserModelID: "gm-desk"; Tasks: desktopicon

[Tasks]
Name: "desktopicon"; Description: "Put an icon on the desktop"; Flags: unchecked

[Registry]
Root: HKA; Subkey: "Software\Classes\{#Suffix}\OpenWithProgids"; ValueType: string; ValueName: "{#Id}.campaign"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\{#Suffix}"; ValueType: string; ValueName: "Content Type"; ValueData: "{#Mime}"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\{#Id}.campaign"; ValueType: string; ValueName: ""; ValueData: "GM Desk campaign"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#Id}.campaign\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\GM Desk.exe,0"
Root: HKA; Subkey: "Software\Classes\{#Id}.campaign\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\GM Desk.exe"" ""%1"""

[Run]
Filename: "{app}\GM Desk.exe"; Description: "Start GM Desk"; Flags: nowait postinstall skipifsilent
