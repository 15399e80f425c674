import type { FieldKind } from '../kind.ts';
import { number } from '../number/number.ts';

/** Stars of a rating, unless the model sets another number; and the limits of that number. */
export const ratingStars = { default: 5, min: 2, max: 10 } as const;

/** A whole number of stars; a rating that nobody has given is empty, not zero. */
export const rating: FieldKind<number | null> = {
  ...number,
  component: 'rating',
  validate(value, { props: { stars = ratingStars.default } }) {
    const isValid = value === null || (Number.isInteger(value) && value >= 1 && value <= stars);
    return isValid ? [] : [`请选择 1 至 ${stars} 星`];
  },
  text: (value) => (value === null ? '' : `${value} 星`),
};
