"""In which order the fields of answers and events are spelled for a person in a terminal; loaded when there is one.

What is not named here follows by the alphabet. Pure data, imported on the table and on a laptop.
"""

# request: fields of its answer
ANSWERS = {
    "hello": "product protocol firmware hash image board id boots reset state settings line micropython",
    "status": "state stage layout next counts waiting raised dome disc dealer dice sum break game lamps fault"
    " warnings job volts amps up_ms",
    "set": "name value was applies",
    "tiles": "layout tiles applies current",
    "dome": "job",
    "sort": "job",
    "raise": "job",
    "pause": "job",
    "resume": "job",
    "stop": "state",
    "acknowledge": "state",
    "dice": "dice sum seat",
    "commit": "chain hands anchor",
    "cut": "cuts cutting",
    "fair": "chain anchor hands hand rolls cuts cutting revealed",
    "journal": "n hash next lines",
    "files": "count next files",
    "show": "digits",
    "dealer": "dealer",
    "break": "owner left first",
    "game": "phase do who dice number dealer round repeat hand",
    "wall": "owner left first next tail indicators dead tiles",
    "preset": "preset layout applies presets",
    "export": "part value",
    "import": "part changed unknown",
    "faults": "faults warnings",
    "clear": "cleared",
    "job": "id name state ms asks fault result",
    "inputs": "keys sensors levels volts amps",
    "tests": "tests next",
    "test": "job",
    "answer": "yes",
    "trend": "every count next nominal base rows",
    "events": "on",
    "log": "boots reset last lines",
    "restart": "mode",
    "help": "name help params requests",
}

# event: its fields
EVENTS = {
    "state": "state was reason",
    "progress": "stage counts of",
    "job": "id name state ms asks fault result",
    "fault": "code sub name side part stage measured limit unit counts times",
    "warning": "code sub name side part stage measured limit unit counts times",
    "cleared": "code sub",
    "roll": "dice sum by seat hand number",
    "commit": "chain hands anchor",
    "cut": "seat count cuts",
    "reveal": "chain hand link",
    "dealer": "dealer",
    "game": "phase do who spun",
    "tiles": "layout applies",
    "key": "key seat ms",
    "ask": "test what left signal side",
    "refused": "what why hint",
    "log": "text",
}
