import { ActionConfirm } from './ActionConfirm.tsx';
import { type ActionDialogProps, useButtonPreview } from './action-confirm.ts';
import styles from './handling.module.css';

/** Shows the confirmation of an action without choices: handle, submit again, terminate, void. */
export function HandleDialog(props: ActionDialogProps) {
  const preview = useButtonPreview(props);
  const continues = props.button.action === 'void' && preview.data?.outcome?.ends === false;
  return (
    <ActionConfirm {...props} preview={preview} onConfirm={() => ({})}>
      {continues && (
        <p className={styles.warning}>
          表单内容将标记为已删除，不再显示，流程继续办理；如需恢复，请联系办件管理员。
        </p>
      )}
    </ActionConfirm>
  );
}
