/**
 * Finds the known name that differs from this one by one or two typing errors, or the only one that begins
 * with it and `joint`.
 */
export function findSimilarName(name, known, joint = '') {
  const [longer, ...others] = known.filter((candidate) => candidate.startsWith(`${name}${joint}`));
  if (longer !== undefined && others.length === 0 && name !== '') return longer;
  const maxErrors = Math.max(2, Math.floor(name.length / 5));
  const [best] = known
    .map((candidate) => ({ candidate, errors: countTypingErrors(name, candidate) }))
    .filter(({ errors }) => errors <= maxErrors)
    .sort((one, other) => one.errors - other.errors);
  return best?.candidate;
}

/** Counts the letters that must be inserted, removed, replaced or swapped with their neighbour. */
export function countTypingErrors(one, other) {
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const differs = one[i - 1] === other[j - 1] ? 0 : 1;
      let fewest = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + differs);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        fewest = Math.min(fewest, before[j - 2] + 1);
      row.push(fewest);
    }
    before = last;
    last = row;
  }
  return last[other.length];
}
