"""What happens at the table, as numbers on the tape; ``sentences`` turns them into objects and sentences. The facts stand behind each."""

DEALT = 1  # the two market goods, size of the pile
STAGE_BEGINS = 2  # stage, start seat, size of the pile
TURN_BEGINS = 3  # seat, stage, turns left in the closing lap (0: none)
DRAWS = 4  # seat, number, three goods (-1: none), cards left in the pile
PUTS_INTO_MARKET = 5  # seat, good
LOADS = 6  # seat, animal, good, 1 if from the market
CHOOSES = 7  # seat, special
PAYS = 8  # seat, animal (-1: hand), good
BUYS = 9  # seat, special, dinar paid
HIDES = 10  # seat, cave (from 0), animal (-1: hand), good
STEALS = 11  # seat, victim, animal (-1: hand), good
PASSES = 12  # seat
ENDS_TURN = 13  # seat
PILE_EMPTY = 14  # seat that drew the last card
LAP_BEGINS = 15  # first seat, turns
STAGE_ENDS = 16  # stage
UNCOVERS = 17  # seat, special (cave or thief), its place (from 0), good
MAJORITY = 18  # stage, good, VP for each winner, number of cards of the five seats
USES_MAP = 19  # seat, VP
KEEPS_MAPS = 20  # seat, maps
RETURNS = 21  # seat, special, number of cards that go back to the supply
SCORES_UNUSED = 22  # seat, donkeys, caves, thieves, VP
SCORES_MAPS = 23  # seat, maps, VP
SHOWS_HAND = 24  # seat, number of each good, dinar
GAME_ENDS = 25  # winners as a set of bits, score of the five seats
