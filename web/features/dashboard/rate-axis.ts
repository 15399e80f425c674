/** Rates below this need an axis with wider steps. */
const wideStepLimit = 75;
/** Space in per cent below the lowest point, for its label. */
const labelSpace = 3;

/** Returns the axis of rates up to 100 %: its lowest value, and a step that divides it evenly. */
export function rateAxis(rates: readonly number[]): { lowest: number; step: number } {
  const lowest = Math.min(...rates) - labelSpace;
  const step = lowest < wideStepLimit ? 20 : 5;
  return { lowest: Math.max(0, Math.floor(lowest / step) * step), step };
}

/** Returns the side of each point for its label: below a point from which the line rises to both sides. */
export function labelSides(values: readonly (number | null)[]): ('top' | 'bottom')[] {
  return values.map((value, index) => {
    const neighbours = [values[index - 1], values[index + 1]].filter((other) => typeof other === 'number');
    const isLowest = value !== null && neighbours.every((other) => other >= value);
    return isLowest && neighbours.some((other) => other > (value ?? 0)) ? 'bottom' : 'top';
  });
}
