"""What is soldered to the board: port expanders, the analogue multiplexer, the light strip, the buzzer."""
