import type { UploadTarget } from '../form/kinds/upload/upload-target.ts';

/** What a place of a form gives the dialog of all ways to upload. */
export interface UploadDialogProps {
  place: { form: string; field: string };
  target: UploadTarget;
  /** Files come by a phone instead. */
  onPhone?: (() => void) | undefined;
  onClose(): void;
}
