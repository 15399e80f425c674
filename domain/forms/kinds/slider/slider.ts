import type { FieldProps } from '../../model.ts';
import type { FieldKind } from '../kind.ts';
import { number } from '../number/number.ts';

/** Ends and step of a slider, unless the model sets others. */
const defaults = { min: 0, max: 100, step: 1 } as const;

/** Places on a slider; more of them cannot be told apart by a hand. */
const maxSteps = 10_000;
const largestEnd = 1_000_000_000;

/** Returns the ends and the step of a slider. */
export function sliderScale({ min = defaults.min, max = defaults.max, step = defaults.step }: FieldProps) {
  return { min, max, step };
}

/** A number between two ends, in steps from the first one; a slider that nobody has moved is empty. */
export const slider: FieldKind<number | null> = {
  ...number,
  component: 'slider',
  validate(value, { props }) {
    if (value === null) return [];
    const { min, max, step } = sliderScale(props);
    if (value < min || value > max) return [`请选择 ${min} 至 ${max} 之间的值`];
    const steps = (value - min) / step;
    return Math.abs(steps - Math.round(steps)) < 1e-6 || value === max ? [] : [`请按每 ${step} 一档选择`];
  },
  problemOfProps(props) {
    const { min, max, step } = sliderScale(props);
    const isScale = [min, max, step].every(
      (value) => typeof value === 'number' && Math.abs(value) <= largestEnd,
    );
    if (!isScale || min >= max) return '滑块的最小值应小于最大值';
    if (!(step > 0) || step > max - min) return '滑块的间隔应大于 0，且不超过最大值与最小值之差';
    return (max - min) / step > maxSteps ? `滑块不得超过${maxSteps}档，请加大间隔` : undefined;
  },
};
