"""The application for macOS: its entries for the Finder."""

from typing import Any

from installers.project import MIME, SUFFIX, TITLE, app_id, version


def info() -> dict[str, Any]:
    """Return the entries of Info.plist: the version, and campaigns and rosters as documents."""
    campaign = f"{app_id()}.campaign"
    return {
        "CFBundleDisplayName": TITLE,
        "CFBundleShortVersionString": version(),
        "LSApplicationCategoryType": "public.app-category.role-playing-games",
        "LSMinimumSystemVersion": "13.0",
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "MIT licence",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "GM Desk campaign",
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [campaign],
            },
            {
                "CFBundleTypeName": "GM Desk roster",
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": ["public.json"],
            },
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": campaign,
                "UTTypeDescription": "GM Desk campaign",
                "UTTypeConformsTo": ["public.data", "public.archive"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": [SUFFIX.removeprefix(".")],
                    "public.mime-type": [MIME],
                },
            }
        ],
    }
