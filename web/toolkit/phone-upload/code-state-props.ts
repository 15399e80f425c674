import type { QrFiles } from '#contract/phone-upload.ts';
import type { PhoneUploadState } from '#domain/uploads/phone-upload.ts';
import type { PhoneUploadProps } from '../form/phone-upload-props.ts';
import type { DisplayedCode } from './use-qr-upload.ts';

/** A code and the files that arrived by it, as shown in each state. */
export interface CodeStateProps {
  code: DisplayedCode;
  state: PhoneUploadState;
  files: QrFiles;
  /** Number of files that had arrived by earlier codes. */
  earlierFileCount: number;
  place: PhoneUploadProps['place'];
  refresh: () => void;
}
