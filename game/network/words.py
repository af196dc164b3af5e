"""The words of the page, by key: written here in English, translated like all others."""

from __future__ import annotations

from game.i18n import N_, _, in_language

WORDS = {
    # the line
    "connecting": N_("Connecting …"),
    "lost": N_("Reconnecting …"),
    "live": N_("Live"),
    "away": N_("This table is offline"),
    "at-seat": N_("At your seat"),
    # the match
    "no-match": N_("No game is running. It appears here as soon as one begins."),
    "board": N_("The board"),
    "turns": N_("Turns"),
    "to-move": N_("to move"),
    "your-turn": N_("Your turn"),
    "wins": N_("{name} wins"),
    "draw": N_("Draw"),
    "reason-resigned": N_("The other side resigned."),
    "reason-time": N_("The other side ran out of time."),
    "reason-agreed": N_("Both sides agreed."),
    "chance": N_("Chances of {name}: {share} percent"),
    "kind-person": N_("Person"),
    "kind-engine": N_("Engine"),
    "kind-board": N_("Board"),
    "kind-remote": N_("Phone"),
    "kind-phone": N_("Phone"),
    "kind-away": N_("Connection lost"),
    "kind-you": N_("You"),
    # the own seat
    "seated": N_("You play {name}."),
    "unseated": N_("Your seat is played at the table again."),
    "waiting": N_("{name} is to move."),
    "over": N_("The game is over."),
    "place": N_("Tap where to place."),
    "pick": N_("Tap a piece."),
    "where-to": N_("Tap where it goes."),
    "choose": N_("Choose below."),
    "tap-again": N_("Tap again to play it."),
    "play-it": N_("Play {move}"),
    "do-stop": N_("Stop here"),
    "do-pass": N_("Pass"),
    "bid": N_("Bid"),
    "back": N_("Take back"),
    "empty": N_("empty"),
    "colour-black": N_("Black"),
    "colour-green": N_("Green"),
    "colour-white": N_("White"),
    "colour-grey": N_("blocked"),
    "spot-place": N_("place here"),
    "spot-start": N_("can move"),
    "spot-picked": N_("picked up"),
    "spot-target": N_("move here"),
    # the menu
    "menu": N_("Menu"),
    "close": N_("Close"),
    "cancel": N_("Cancel"),
    "style": N_("Style"),
    "style-auto": N_("Automatic"),
    "style-light": N_("Light"),
    "style-dark": N_("Dark"),
    "language": N_("Language"),
    "names": N_("Names of the points"),
    "take-seat": N_("Take a seat"),
    "claim-text": N_("Type the code that is shown at the table."),
    "code": N_("Code"),
    "sit-down": N_("Sit down"),
    "leave": N_("Leave the seat"),
    "sure-leave": N_("Leave your seat?"),
    "play-on": N_("Play on"),
    "take-back": N_("Take back my turn"),
    "resign": N_("Resign"),
    "sure-resign": N_("Resign this game?"),
    "offer-draw": N_("Offer a draw"),
    "offer-end": N_("Offer to end here"),
    "offered-draw": N_("You are offered a draw."),
    "offered-end": N_("You are offered to end here and count."),
    "accept": N_("Accept"),
    "decline": N_("Decline"),
    # refusals
    "error-wrong-code": N_("This code is wrong, used or too old."),
    "error-too-many": N_("Too many tries. Wait a minute."),
    "error-not-seated": N_("You are watching only."),
}


def words_in(code: str) -> dict[str, str]:
    """Every word of the page in the language `code`."""
    with in_language(code):
        return {key: _(text) for key, text in WORDS.items()}
