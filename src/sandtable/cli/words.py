"""What the terminal says, in both languages."""

WORDS = {
    "en": {
        "which": "Which game",
        "seat": "Seat",
        "human": "you",
        "random": "random",
        "greedy": "greedy",
        "thinking": "{name} is thinking",
        "chance": "winning chance {percent} %",
        "hand_over": "Hand over to [bold]{name}[/]; then press Enter. ",
        "left": "Left the table. With --record FILE a game is kept and can be continued.",
        "kept": "The game is kept in {file}; the same command goes on from it.",
        "several": "That fits several: {choices}",
        "help": (
            "Type a decision (load_hand camel1 gold), its number, or an abbreviation (lo c1 g).\n"
            "undo takes back, hint advises, log tells what happened, quit leaves. Anything else: you hear why it is not possible."
        ),
        "won": "Won: {names}",
    },
    "de": {
        "which": "Welches Spiel",
        "seat": "Platz",
        "human": "du",
        "random": "Zufall",
        "greedy": "gierig",
        "thinking": "{name} denkt nach",
        "chance": "Gewinnchance {percent} %",
        "hand_over": "Weitergeben an [bold]{name}[/]; dann Eingabetaste drücken. ",
        "left": "Tisch verlassen. Mit --record DATEI bleibt eine Partie erhalten und lässt sich fortsetzen.",
        "kept": "Die Partie liegt in {file}; derselbe Befehl setzt sie fort.",
        "several": "Das passt auf mehrere: {choices}",
        "help": (
            "Gib eine Entscheidung ein (load_hand camel1 gold), ihre Nummer oder eine Abkürzung (lo c1 g).\n"
            "undo nimmt zurück, hint rät, log erzählt den Verlauf, quit geht. Bei allem anderen erfährst du, warum es nicht geht."
        ),
        "won": "Gewonnen: {names}",
    },
}
