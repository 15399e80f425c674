import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import type { InterfaceUseName } from '#domain/forms/field-interfaces.ts';
import type { InterfaceParameters } from '#domain/forms/interface-parameters.ts';
import type { NamedOrganisation } from '#domain/forms/kinds/organisation/organisation.ts';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import type { OfferedOption } from '#domain/forms/remote-options.ts';
import type { Choice } from '../choices/choice.ts';
import type { RegionChooserProps } from '../regions/region-chooser-props.ts';
import type { PhoneUploadProps } from './phone-upload-props.ts';
import type { UploadDialogProps } from './upload-dialog-props.ts';

/** The signed-in applicant of a form that is filled in online (S2 §2). */
export interface OnlinePerson {
  name: string;
  /** Number of the identity card. */
  certCode: string;
  mobile: string;
}

/** Says where the read-only values of an online applicant come from. */
export const onlinePersonNote = '取自登录用户的实名信息，不能修改。';

/** A dialog that changes the chosen entries of a field; their keys are those of the directory. */
export interface ChooserProps {
  title: string;
  single: boolean;
  value: readonly Choice[];
  onConfirm: (chosen: readonly Choice[]) => void;
  onCancel: () => void;
  onLoadFailed: () => void;
}

/** Functions and components that fields need from outside; the form itself calls no server. */
export interface FormContextValue {
  /** Loads the organisations of the office, each with its name on the server. */
  loadOrganisations?(): Promise<readonly (NamedOrganisation & { pinyin?: string })[]>;
  /** The dialog that chooses a region; its code is loaded with the click. */
  RegionChooser?: ComponentType<RegionChooserProps & { onLoadFailed: () => void }>;
  /**
   * Stores a file; rejects with an error whose message can be shown. After an abort by the signal, a large
   * file continues from where it was when it is sent again.
   */
  uploadFile?(
    file: File,
    onProgress: (percent: number) => void,
    options?: { signal?: AbortSignal },
  ): Promise<StoredFile>;
  /** Stores a picture of a rich text like a file. */
  uploadPicture?(
    file: File,
    onProgress: (percent: number) => void,
    options: { signal: AbortSignal },
  ): Promise<StoredFile>;
  /** Loads a picture of a rich text. */
  loadPicture?(id: string, signal: AbortSignal): Promise<Blob>;
  /** Deletes the received part of an aborted file. */
  cancelUpload?(file: File): Promise<void>;
  /** A hook for viewing one of these files over the screen. */
  useFileViewer?(files: readonly StoredFile[]): { view: (id: string) => void; viewer: ReactNode };
  /** A hook for the thumbnails of these files, by id, if there are any. */
  useThumbnails?(files: readonly StoredFile[]): ReadonlyMap<string, string>;
  /** A hook for the picture that a file is, once it has been read. */
  usePicture?(id: string): string | undefined;
  /** The signed-in applicant, if the form is filled in online. */
  onlinePerson?: OnlinePerson | undefined;
  /** A hook that tells whether the signed-in person of staff has a window. */
  useIsAtWindow?(): boolean;
  /** The dialogs that choose organisations by region, and handlers; their code is loaded with the click. */
  OrganisationChooser?: ComponentType<ChooserProps>;
  HandlerChooser?: ComponentType<ChooserProps>;
  /** A hook for the reasons why entries of the directory can no longer be chosen, by their keys. */
  useEntryMarks?(keys: readonly string[]): ReadonlyMap<string, string>;
  /** The dialog for files from a phone; its code is loaded with the click. */
  PhoneUpload?: ComponentType<PhoneUploadProps & { onLoadFailed: () => void }>;
  /** The dialog of all ways to upload; its code is loaded with the click. */
  UploadDialog?: ComponentType<UploadDialogProps & { onLoadFailed: () => void }>;
  /** The files of the shared elements whose codes the fields carry, by code. */
  elementFiles?: Readonly<Record<string, StoredFile>> | undefined;
  /** Returns a mark beside the title of a field, if it has one. */
  markOf?: ((field: CompiledField) => ReactNode) | undefined;
  /** Asks an interface of the form; rejects with an error whose message can be shown. */
  askInterface?: ((query: FieldQuery, signal: AbortSignal) => Promise<InterfaceResult>) | undefined;
}

/** A query of an interface by a field. */
export interface FieldQuery {
  field: CompiledField;
  path: string;
  use: InterfaceUseName;
  parameters: InterfaceParameters;
  /** The typed text, for suggestions. */
  text?: string;
}

/** The answer of an interface: options, or texts for fields. */
export interface InterfaceResult {
  options?: readonly OfferedOption[] | undefined;
  fills?: Readonly<Record<string, string>> | undefined;
}

export const FormContext = createContext<FormContextValue>({});

export function useFormContext(): FormContextValue {
  return use(FormContext);
}
