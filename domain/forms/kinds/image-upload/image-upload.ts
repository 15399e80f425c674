import { pictureUploadRule } from '../../../uploads/limits.ts';
import type { FieldProps } from '../../model.ts';
import type { FieldKind } from '../kind.ts';
import { type StoredFile, upload } from '../upload/upload.ts';

/** Returns the limits on the files of the field: pictures, unless the model names some of their formats only. */
export function pictureRule<Props extends Pick<FieldProps, 'accept'>>(props: Props) {
  return { ...props, accept: props.accept ?? pictureUploadRule.formats };
}

/** Files that are pictures. */
export const imageUpload: FieldKind<readonly StoredFile[]> = {
  ...upload,
  component: 'image-upload',
  validate: (value, context) => upload.validate(value, { ...context, props: pictureRule(context.props) }),
  problemOfProps({ accept = [] }) {
    const { formats } = pictureUploadRule;
    return Array.isArray(accept) && accept.every((format) => formats.includes(format))
      ? undefined
      : `图片格式（accept）只能是${formats.join('、')}`;
  },
};
