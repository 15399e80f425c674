import { checkDigitOf } from '#domain/certificates/id-card.ts';

const days = 20_000;
/**
 * Sequence numbers of a day for each sex: odd ones are for men, even ones for women; 996 to 999 were reserved for
 * people older than a hundred years.
 */
const numbersOfDay = 497;
/** Day at which this run starts: a random one, so that a database from an earlier run contains none of its people. */
const startDay = Math.floor(Math.random() * days);

/**
 * Returns a valid ID number that no other call of this run returns, of a man or a woman born in 1950 or
 * later.
 */
export function certCodeOf(number: number, sex: '1' | '2'): string {
  const day = (startDay + Math.floor(number / numbersOfDay)) % days;
  const birthDate = new Date(Date.UTC(1950, 0, 1) + day * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '');
  const sequence = 2 * (number % numbersOfDay) + (sex === '1' ? 1 : 2);
  const first17 = `330127${birthDate}${String(sequence).padStart(3, '0')}`;
  return `${first17}${checkDigitOf(first17)}`;
}
