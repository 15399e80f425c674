import type { ComponentType } from 'react';

/** Components for the common opinions of a field; a feature provides them. */
export interface CommonOpinions {
  /** The first common opinions, above the field while it is open. */
  Chips: ComponentType<{
    opinion: string;
    disabled: boolean;
    onPick: (content: string) => void;
    onRemove: (content: string) => void;
  }>;
  /** The list of all common opinions. */
  Popover: ComponentType<{ disabled: boolean; onPick: (content: string) => void }>;
}
