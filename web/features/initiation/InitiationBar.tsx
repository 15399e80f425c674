import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import styles from './initiation.module.css';
import { stateText } from './save-failure.ts';
import type { DraftAutosave } from './use-draft-autosave.ts';

/** Shows the save state of the form, as a text that screen readers announce when it changes. */
export function SaveState(props: {
  autosave: DraftAutosave;
  /** True if the draft was deleted elsewhere and the input is now stored in a new draft. */
  isNewDraft: boolean;
}) {
  const { autosave, isNewDraft } = props;
  return (
    <span role="status" className={styles.saved}>
      {autosave.failure ? (
        <>
          <ExclamationCircleOutlined className={styles.unsaved} aria-hidden="true" />{' '}
          {stateText(autosave.failure)}
        </>
      ) : (
        autosave.savedAt && (
          <>
            <CheckCircleOutlined aria-hidden="true" /> 已自动保存 {dayjs(autosave.savedAt).format('HH:mm:ss')}
            {isNewDraft && '（原草稿已在别处删除，已另存为新草稿）'}
          </>
        )
      )}
    </span>
  );
}

/**
 * Shows 提交 and 暂存 at the lower edge, with the time of the last automatic save if the page's head does not
 * show it.
 */
export function InitiationBar(props: {
  saveState: ReactNode;
  running: boolean;
  onSubmit: () => void;
  onSaveDraft: () => void;
}) {
  const { running, onSubmit, onSaveDraft } = props;
  return (
    <div className={styles.bar}>
      {props.saveState}
      <Button disabled={running} onClick={onSaveDraft}>
        暂存
      </Button>
      <Button type="primary" loading={running} onClick={onSubmit}>
        提交
      </Button>
    </div>
  );
}
