"""What comes in and goes out, in dialogs and menus."""
