import { QrcodeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { uploadDefaults } from '#domain/forms/kinds/upload/upload.ts';
import { phoneRuleOf } from '#domain/uploads/phone-upload.ts';
import { phoneQuery, useMediaQuery } from '../../../styles/use-media-query.ts';
import { useFormContext } from '../../form-context.ts';
import type { UploadTarget } from '../../upload-target.ts';

/**
 * Shows further ways to upload, in addition to the file chooser: 手机扫码上传 if the field accepts files from a
 * phone, but not on a phone itself; 更多方式 with scanner, document camera and pasted pictures.
 */
export function OtherUploadWays(props: {
  target: UploadTarget;
  place: { form: string; field: string };
  present: number;
  disabled: boolean;
}) {
  const { target, place, present, disabled } = props;
  const { PhoneUpload, UploadDialog } = useFormContext();
  const isPhone = useMediaQuery(phoneQuery);
  const [open, setOpen] = useState<'phone' | 'more'>();
  const rule = { ...uploadDefaults, ...target.rule };
  const space = phoneRuleOf({ ...rule, present });
  const acceptsPhones = PhoneUpload !== undefined && !isPhone && space.formats.length > 0;
  const close = () => setOpen(undefined);
  return (
    <>
      {acceptsPhones && (
        <Button
          aria-label={`${place.field}，手机扫码上传`}
          disabled={disabled || space.maxCount === 0}
          icon={<QrcodeOutlined aria-hidden />}
          onClick={() => setOpen('phone')}
        >
          手机扫码上传
        </Button>
      )}
      {UploadDialog && !isPhone && (
        <Button aria-label={`${place.field}，更多方式`} disabled={disabled} onClick={() => setOpen('more')}>
          更多方式
        </Button>
      )}
      {open === 'phone' && PhoneUpload && (
        <PhoneUpload
          place={place}
          rule={rule}
          present={present}
          onFiles={(files) => files.forEach(target.add)}
          onClose={close}
          onLoadFailed={close}
        />
      )}
      {open === 'more' && UploadDialog && (
        <UploadDialog
          place={place}
          target={target}
          {...(acceptsPhones && space.maxCount > 0 && { onPhone: () => setOpen('phone') })}
          onClose={close}
          onLoadFailed={close}
        />
      )}
    </>
  );
}
