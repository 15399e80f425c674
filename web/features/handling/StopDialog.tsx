import { ExclamationCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { confirmWord } from './action-words.ts';
import './handling.css';

/**
 * Terminate and void, of which the second may only take the forms out of sight; the harmless button has the focus.
 */
export function StopDialog(props: {
  action: string;
  /** The order ends with it. */
  forGood: boolean;
  orderCode: string;
  submitting: boolean;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const { action, forGood, orderCode, submitting, onSubmit, onClose } = props;
  return (
    <AppModal
      open
      title={
        <span className="warning-title">
          <ExclamationCircleFilled aria-hidden="true" />
          {forGood ? `${action}办件` : action}
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
        {forGood
          ? `确认${action}办件 ${orderCode} 吗？${action}后流程结束，所有待办关闭，不能恢复。`
          : `确认对办件 ${orderCode} ${action}吗？${action}后表单内容不再显示，流程照常继续；办件管理员可以恢复显示。`}
      </p>
    </AppModal>
  );
}
