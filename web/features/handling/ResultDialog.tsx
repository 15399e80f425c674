import { Button, Result } from 'antd';
import type { HandleResult } from '#contract/handling.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import feedbackStyles from '#web/toolkit/feedback/feedback.module.css';
import styles from './handling.module.css';

/** What an action came to, with the documents that it made; both buttons go back (S1 §2). */
export function ResultDialog(props: { action: string; result: HandleResult; onLeave: () => void }) {
  const { action, result, onLeave } = props;
  return (
    <AppModal
      open
      width={560}
      onCancel={onLeave}
      footer={[
        <Button key="cancel" onClick={onLeave}>
          取消
        </Button>,
        <Button key="back" type="primary" autoFocus onClick={onLeave}>
          返回列表页
        </Button>,
      ]}
      title={`${action}成功`}
    >
      <Result
        className={styles.result}
        status="success"
        title={result.message}
        subTitle={
          result.nextNodeNames.length > 0
            ? `下一环节：${result.nextNodeNames.join('、')}`
            : result.statusLabel
        }
      />
      {result.workorderDocs.length > 0 && (
        <table className={styles.documents}>
          <caption>本环节生成的文书</caption>
          <thead>
            <tr>
              <th scope="col">文书名称</th>
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody>
            {result.workorderDocs.map((document) => (
              <tr key={document.id}>
                <td>{document.name}</td>
                <td>
                  <a href={document.attachmentUrl} target="_blank" rel="noreferrer">
                    查看
                  </a>
                  <button
                    type="button"
                    className={feedbackStyles.linkButton}
                    onClick={() => print(document.attachmentUrl)}
                  >
                    打印
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </AppModal>
  );
}

function print(url: string): void {
  const opened = window.open(url, '_blank');
  opened?.addEventListener('load', () => opened.print());
}
