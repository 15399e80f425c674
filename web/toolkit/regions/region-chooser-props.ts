import type { RegionStep } from '#domain/forms/kinds/region/region.ts';

/** What a region field asks of the dialog that chooses for it. */
export interface RegionChooserProps {
  /** The name of the field. */
  title: string;
  value: readonly RegionStep[];
  /** The level that a choice must reach, and the one at which it ends (1 province … 4 town). */
  minLevel: number;
  maxLevel: number;
  /** What was typed before the dialog was there. */
  typed?: string;
  onChoose: (steps: readonly RegionStep[]) => void;
  onCancel: () => void;
}
