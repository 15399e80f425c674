import type { KindViews } from '../kind-view.ts';
import { CheckboxField } from './checkbox/CheckboxField.tsx';
import { LazyDateField } from './date/LazyDateField.tsx';
import { ImageUploadField, PictureList } from './image-upload/ImageUploadField.tsx';
import {
  ApplicantField,
  ApplicantText,
  ArrayField,
  ArrayText,
  CascaderSelectField,
  DateRangeField,
  HandlerField,
  HandlerText,
  JurisdictionField,
  JurisdictionText,
  NationField,
  ObjectField,
  ObjectText,
  PasswordField,
  RatingField,
  SignatureField,
  SignatureText,
  SliderField,
  SubFormField,
  SwitchField,
  TreeSelectField,
} from './LightKindField.tsx';
import { NumberField } from './number/NumberField.tsx';
import { OrganisationField } from './organisation/OrganisationField.tsx';
import { RadioField } from './radio/RadioField.tsx';
import { RegionField } from './region/RegionField.tsx';
import { LazyRichText, LazyRichTextField } from './rich-text/LazyRichTextField.tsx';
import { SelectField } from './select/SelectField.tsx';
import { SingleLineField } from './single-line/SingleLineField.tsx';
import { TableField } from './table/TableField.tsx';
import { TableText } from './table/TableText.tsx';
import { TextareaField } from './textarea/TextareaField.tsx';
import { FileList } from './upload/FileList.tsx';
import { UploadField } from './upload/UploadField.tsx';

/** Views of all kinds on a desktop; the domain's list of kinds makes it complete. */
export const kindViews: KindViews = {
  'single-line': { Editor: SingleLineField },
  textarea: { Editor: TextareaField },
  'rich-text': { Editor: LazyRichTextField, Text: LazyRichText },
  // The form itself draws a heading, as the head of its section.
  heading: { Editor: () => null },
  // So it draws a divider, as a line across the section.
  divider: { Editor: () => null },
  number: { Editor: NumberField },
  switch: { Editor: SwitchField },
  radio: { Editor: RadioField },
  checkbox: { Editor: CheckboxField },
  select: { Editor: SelectField },
  'tree-select': { Editor: TreeSelectField },
  'cascader-select': { Editor: CascaderSelectField },
  date: { Editor: LazyDateField },
  'date-range': { Editor: DateRangeField },
  time: { Editor: LazyDateField },
  slider: { Editor: SliderField },
  rating: { Editor: RatingField },
  nation: { Editor: NationField },
  password: { Editor: PasswordField },
  region: { Editor: RegionField },
  organisation: { Editor: OrganisationField },
  jurisdiction: { Editor: JurisdictionField, Text: JurisdictionText },
  handler: { Editor: HandlerField, Text: HandlerText },
  applicant: { Editor: ApplicantField, Text: ApplicantText },
  upload: { Editor: UploadField, Text: FileList },
  'image-upload': { Editor: ImageUploadField, Text: PictureList },
  signature: { Editor: SignatureField, Text: SignatureText },
  table: { Editor: TableField, Text: TableText },
  array: { Editor: ArrayField, Text: ArrayText },
  object: { Editor: ObjectField, Text: ObjectText },
  // Its fields are read on the page; only input has a dialog.
  'sub-form': { Editor: SubFormField, Text: ObjectText },
};
