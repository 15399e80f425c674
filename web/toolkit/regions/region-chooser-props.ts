import type { RegionStep } from '#domain/forms/kinds/region/region.ts';

/** Properties of the dialog that chooses a region for a field. */
export interface RegionChooserProps {
  /** The name of the field. */
  title: string;
  value: readonly RegionStep[];
  /** The level that a choice must reach, and the one at which it ends (1 province … 4 town). */
  minLevel: number;
  maxLevel: number;
  /** Text that was typed before the dialog was there. */
  typed?: string;
  onChoose: (steps: readonly RegionStep[]) => void;
  onCancel: () => void;
}
