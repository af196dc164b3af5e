// What a seat has come to, from the numbers that the game counts; null where it counts none for it.

export function counted(words, tally, piece, number) {
  const colour = piece?.[0] ?? ["white", "black"][number % 2];
  if ("groups" in tally) {
    if (tally.more !== number) return null;
    const aim = tally.aim || tally.first;
    return { short: aim ? `${tally.groups}/${aim}` : String(tally.groups), long: words.say("count-groups", { count: tally.groups }) };
  }
  if (`home_${colour}` in tally) {
    const [home, moves] = [tally[`home_${colour}`], tally[`spent_${colour}`]];
    return { short: String(moves), long: words.say("count-home", { home, moves }) };
  }
  if (colour in tally) return { short: String(tally[colour]), long: words.say("count", { count: tally[colour] }) };
  return null;
}
