/**
 * Characters that are invisible in the middle of a name: joining and direction marks, soft hyphens, fillers.
 */
const invisible = /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;

/**
 * Returns the message about a name with invisible characters, which cannot be found by typing its visible
 * ones; `subject` is the label of the name.
 */
export function problemOfInvisible(name: string, subject: string): string | undefined {
  return name.search(invisible) >= 0 ? `${subject}不能含有不可见的字符` : undefined;
}

/**
 * Returns the normalised appearance of a name: without differences of width, letter form and case, and
 * without invisible characters.
 */
export function normalisedAppearance(name: string): string {
  return name
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '')
    .toLowerCase();
}

/**
 * Returns one of the names that looks like this one but is written differently; undefined if there is none.
 */
export function similarNameOf(name: string, others: Iterable<string>): string | undefined {
  const shape = normalisedAppearance(name);
  for (const other of others) if (other !== name && normalisedAppearance(other) === shape) return other;
  return undefined;
}

export function similarNameText(other: string, subject: string): string {
  return `${subject}与已有的“${other}”外观相同，请更换`;
}

/** Returns the message about a name that looks like one of `others`; `subject` is the label of the name. */
export function problemOfSimilarName(
  name: string,
  others: Iterable<string>,
  subject: string,
): string | undefined {
  const other = similarNameOf(name, others);
  return other === undefined ? undefined : similarNameText(other, subject);
}
