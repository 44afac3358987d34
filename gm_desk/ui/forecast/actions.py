"""The actions of the forecast."""

from gm_desk.ui.widgets.action_rows import ActionRow

WHY_NOT = "ForecastCommands.why_not"
ACTIONS = (
    ActionRow(
        "forecast.open",
        "Forecast of a fight",
        "ForecastCommands.show",
        "Ctrl+Alt+F",
        tip="Simulate a fight between two groups thousands of times, and show how it ends",
        when=WHY_NOT,
    ),
    ActionRow(
        "forecast.choose",
        "Forecast",
        "ForecastCommands.show_choice",
        choices="ForecastCommands.choices",
        when=WHY_NOT,
    ),
)
