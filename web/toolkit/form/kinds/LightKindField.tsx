import { type ComponentType, Suspense } from 'react';
import { prefetchableParts } from '../../lazy-parts/prefetchable-parts.tsx';
import { ControlPlaceholder, type PlaceholderProps } from '../ControlPlaceholder.tsx';
import type { FieldTextProps } from '../kind-view.ts';

type LightKinds = typeof import('./light-kinds.ts');

const parts = prefetchableParts(() => import('./light-kinds.ts'));

/** Loads the editors of rarely used kinds. */
export const prefetchLightKinds = parts.prefetch;

/** Returns an editor that is loaded with the other rarely used ones; a box of its height waits for it. */
function lightEditor<Props extends PlaceholderProps>(select: (kinds: LightKinds) => ComponentType<Props>) {
  const Editor = parts.part(select);
  return function LightKindField(props: Props) {
    return (
      <Suspense fallback={<ControlPlaceholder {...props} />}>
        <Editor {...props} />
      </Suspense>
    );
  };
}

/** Returns the read-only view of such a kind; until its code has arrived, the text of the value. */
function lightText<Value>(select: (kinds: LightKinds) => ComponentType<FieldTextProps<Value>>) {
  const Text = parts.part(select);
  return function LightKindText(props: FieldTextProps<Value>) {
    const { field, value, options } = props;
    return (
      <Suspense fallback={field.kind.text(value, { props: field.props, options })}>
        <Text {...props} />
      </Suspense>
    );
  };
}

export const ApplicantField = lightEditor((kinds) => kinds.ApplicantField);
export const ApplicantText = lightText((kinds) => kinds.ApplicantText);
export const ArrayField = lightEditor((kinds) => kinds.ArrayField);
export const ArrayText = lightText((kinds) => kinds.ArrayText);
export const CascaderSelectField = lightEditor((kinds) => kinds.CascaderSelectField);
export const DateRangeField = lightEditor((kinds) => kinds.DateRangeField);
export const HandlerField = lightEditor((kinds) => kinds.HandlerField);
export const HandlerText = lightText((kinds) => kinds.HandlerText);
export const JurisdictionField = lightEditor((kinds) => kinds.JurisdictionField);
export const JurisdictionText = lightText((kinds) => kinds.JurisdictionText);
export const NationField = lightEditor((kinds) => kinds.NationField);
export const ObjectField = lightEditor((kinds) => kinds.ObjectField);
export const ObjectText = lightText((kinds) => kinds.ObjectText);
export const PasswordField = lightEditor((kinds) => kinds.PasswordField);
export const RatingField = lightEditor((kinds) => kinds.RatingField);
export const SignatureField = lightEditor((kinds) => kinds.SignatureField);
export const SliderField = lightEditor((kinds) => kinds.SliderField);
export const SubFormField = lightEditor((kinds) => kinds.SubFormField);
export const SwitchField = lightEditor((kinds) => kinds.SwitchField);
export const TreeSelectField = lightEditor((kinds) => kinds.TreeSelectField);
export const SignatureText = lightText((kinds) => kinds.SignaturePicture);
