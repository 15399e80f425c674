import type { RegionStep } from '#domain/forms/kinds/region/region.ts';

/** Properties of the dialog that chooses a region for a field. */
export interface RegionChooserProps {
  /** The name of the field. */
  title: string;
  value: readonly RegionStep[];
  /** The minimum and maximum level of a choice (1: province … 4: town). */
  minLevel: number;
  maxLevel: number;
  /** Text that was typed before the dialog was open. */
  typedText?: string;
  onChoose: (steps: readonly RegionStep[]) => void;
  onCancel: () => void;
}
