import { ActionConfirm } from './ActionConfirm.tsx';
import { type ActionDialogProps, useButtonPreview } from './action-confirm.ts';
import styles from './handling.module.css';
import { NoticeFields } from './NoticeFields.tsx';
import { useNotice } from './use-notice.ts';

/** Before an action that asks for no choice: handle, submit again, terminate, void. */
export function HandleDialog(props: ActionDialogProps) {
  const preview = useButtonPreview(props);
  const goesOn = props.button.action === 'void' && preview.data?.outcome?.ends === false;
  const notice = useNotice(props.kept);
  const submit = () => {
    const told = notice.take();
    if (told !== null) props.onSubmit(told);
  };
  return (
    <ActionConfirm
      {...props}
      preview={preview}
      onConfirm={submit}
      foot={
        <NoticeFields
          notice={notice}
          code={props.order.code}
          nobodyNext={preview.data?.outcome?.opens.length === 0}
          disabled={props.submitting}
        />
      }
    >
      {goesOn && (
        <p className={styles.warning}>
          表单内容将标记为已删除，不再显示，流程继续办理；如需恢复，请联系办件管理员。
        </p>
      )}
    </ActionConfirm>
  );
}
