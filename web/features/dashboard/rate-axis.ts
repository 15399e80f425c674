/** Rates below this need an axis with wider steps. */
const high = 75;
/** Space in per cent below the lowest point, for its label. */
const below = 3;

/** Returns the axis of rates up to 100 %: its lowest value, and a step that divides it evenly. */
export function rateAxis(rates: readonly number[]): { lowest: number; step: number } {
  const least = Math.min(...rates) - below;
  const step = least < high ? 20 : 5;
  return { lowest: Math.max(0, Math.floor(least / step) * step), step };
}

/** Returns the side of each point for its label: below a point from which the line rises to both sides. */
export function labelSides(values: readonly (number | null)[]): ('top' | 'bottom')[] {
  return values.map((value, index) => {
    const beside = [values[index - 1], values[index + 1]].filter((other) => typeof other === 'number');
    const isLowest = value !== null && beside.every((other) => other >= value);
    return isLowest && beside.some((other) => other > (value ?? 0)) ? 'bottom' : 'top';
  });
}
