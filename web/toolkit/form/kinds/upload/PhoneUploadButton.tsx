import { QrcodeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { uploadDefaults } from '#domain/forms/kinds/upload/upload.ts';
import { phoneRuleOf } from '#domain/uploads/phone-upload.ts';
import { phoneQuery, useMediaQuery } from '../../../page/use-media-query.ts';
import styles from '../../form.module.css';
import { useFormPorts } from '../../form-ports.ts';
import type { UploadTarget } from './use-uploads.ts';

/** 手机扫码上传 beside the button that opens the chooser: where the place takes what a phone sends, and not on a phone itself. */
export function PhoneUploadButton(props: {
  target: UploadTarget;
  place: { form: string; field: string };
  present: number;
  disabled: boolean;
}) {
  const { target, place, present, disabled } = props;
  const { PhoneUpload } = useFormPorts();
  const isPhone = useMediaQuery(phoneQuery);
  const [isOpen, setOpen] = useState(false);
  const rule = { ...uploadDefaults, ...target.rule };
  const room = phoneRuleOf({ ...rule, present });
  if (!PhoneUpload || isPhone || room.formats.length === 0) return null;
  return (
    <>
      <Button
        className={styles.uploadOther}
        aria-label={`${place.field}，手机扫码上传`}
        disabled={disabled || room.maxCount === 0}
        icon={<QrcodeOutlined aria-hidden />}
        onClick={() => setOpen(true)}
      >
        手机扫码上传
      </Button>
      {isOpen && (
        <PhoneUpload
          place={place}
          rule={rule}
          present={present}
          onFiles={(files) => files.forEach(target.add)}
          onClose={() => setOpen(false)}
          onLost={() => setOpen(false)}
        />
      )}
    </>
  );
}
