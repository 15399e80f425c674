import { ExclamationCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import styles from '#web/toolkit/feedback/feedback.module.css';
import { confirmWord } from './action-words.ts';

/** Terminate ends the matter for good, void where its button says so; the harmless button has the focus. */
export function StopDialog(props: {
  action: string;
  /** Whether the order ends with it; a void may only take the forms away. */
  ends: boolean;
  orderCode: string;
  submitting: boolean;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const { action, ends, orderCode, submitting, onSubmit, onClose } = props;
  return (
    <AppModal
      open
      title={
        <span className={styles.warningTitle}>
          <ExclamationCircleFilled aria-hidden="true" />
          {action}办件
        </span>
      }
      width={460}
      onCancel={onClose}
      footer={[
        <Button key="cancel" autoFocus onClick={onClose}>
          取消
        </Button>,
        <Button key="ok" danger type="primary" loading={submitting} onClick={onSubmit}>
          {confirmWord(action)}
        </Button>,
      ]}
    >
      <p>
        确认{action}办件 {orderCode} 吗？{action}后
        {ends
          ? '流程结束，所有待办关闭，不能恢复。'
          : '表单内容标记为已删除，不再显示，流程继续办理；如需恢复，请联系办件管理员。'}
      </p>
    </AppModal>
  );
}
