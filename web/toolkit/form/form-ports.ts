import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { NamedOrganisation } from '#domain/forms/kinds/organisation/organisation.ts';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import type { RegionChooserProps } from '../regions/region-chooser-props.ts';
import type { PhoneUploadProps } from './phone-upload-props.ts';
import type { UploadDialogProps } from './upload-dialog-props.ts';

/** Functions and components that fields need from outside; the form itself calls no server. */
export interface FormPorts {
  /** The organisations of the office, each with the name that the server has. */
  loadOrganisations?(): Promise<readonly NamedOrganisation[]>;
  /** The dialog that chooses a region; its code comes with the click. */
  RegionChooser?: ComponentType<RegionChooserProps & { onLost: () => void }>;
  /**
   * Stores a file; rejects with an error whose message can be shown. After an abort by the signal, a large
   * file continues from where it was when it is sent again.
   */
  uploadFile?(
    file: File,
    onProgress: (percent: number) => void,
    options?: { signal?: AbortSignal },
  ): Promise<StoredFile>;
  /** Forgets what has come of a file that was broken off. */
  cancelUpload?(file: File): Promise<void>;
  /** A hook: looking at one of these files over the screen. */
  useFileViewer?(files: readonly StoredFile[]): { view: (id: string) => void; viewer: ReactNode };
  /** A hook: small pictures of those of these files that have one, by id. */
  useThumbnails?(files: readonly StoredFile[]): ReadonlyMap<string, string>;
  /** The dialog that takes files from a phone; its code comes with the click. */
  PhoneUpload?: ComponentType<PhoneUploadProps & { onLost: () => void }>;
  /** The dialog of all ways to upload; its code comes with the click. */
  UploadDialog?: ComponentType<UploadDialogProps & { onLost: () => void }>;
}

export const FormPortsContext = createContext<FormPorts>({});

export function useFormPorts(): FormPorts {
  return use(FormPortsContext);
}
