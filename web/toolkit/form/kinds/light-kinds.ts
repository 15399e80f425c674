/** The editors of rarely used kinds, in one file that a form loads when it has a field of one of them. */
export { ApplicantField } from './applicant/ApplicantField.tsx';
export { ApplicantText } from './applicant/ApplicantText.tsx';
export { ArrayField, ArrayText } from './array/ArrayField.tsx';
export { CascaderSelectField } from './cascader-select/CascaderSelectField.tsx';
export { DateRangeField } from './date-range/DateRangeField.tsx';
export { HandlerField, HandlerText } from './handler/HandlerField.tsx';
export { JurisdictionField, JurisdictionText } from './jurisdiction/JurisdictionField.tsx';
export { NationField } from './nation/NationField.tsx';
export { ObjectField, ObjectText } from './object/ObjectField.tsx';
export { PasswordField } from './password/PasswordField.tsx';
export { RatingField } from './rating/RatingField.tsx';
export { SignatureField } from './signature/SignatureField.tsx';
export { SignaturePicture } from './signature/SignaturePicture.tsx';
export { SliderField } from './slider/SliderField.tsx';
export { SubFormField } from './sub-form/SubFormField.tsx';
export { SwitchField } from './switch/SwitchField.tsx';
export { TreeSelectField } from './tree-select/TreeSelectField.tsx';
