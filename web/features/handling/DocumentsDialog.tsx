import { Alert, Button } from 'antd';
import type { DocumentNotMade, PreparedDocument } from '#contract/documents.ts';
import { missingLettersText } from '#domain/documents/missing-letters.ts';
import dialogStyles from '#web/toolkit/confirm/confirm.module.css';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import styles from './handling.module.css';

/** The documents that an action makes (S1 §2, §4): each is looked at; 确定 confirms them and submits. */
export function DocumentsDialog(props: {
  action: string;
  order: { code: string; title: string };
  documents: readonly PreparedDocument[];
  /** What the button names and cannot be made. */
  notMade: readonly DocumentNotMade[];
  submitting: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { action, order, documents, notMade, submitting, onConfirm, onCancel } = props;
  const { view, viewer } = useFileViewer(
    documents.map(({ id, docName }) => ({ id, name: docName, isPaper: true })),
  );
  return (
    <AppModal
      open
      className={dialogStyles.confirm}
      width={600}
      title={
        <>
          {action} {order.code}
          <span className={dialogStyles.subject}>{order.title}</span>
        </>
      }
      onCancel={onCancel}
      footer={
        <div className={dialogStyles.foot}>
          <span className={dialogStyles.undo}>
            {documents.length > 0 && '确定后盖章生效；取消则不予保存'}
          </span>
          <Button autoFocus={notMade.length > 0} disabled={submitting} onClick={onCancel}>
            取消
          </Button>
          <Button autoFocus={notMade.length === 0} type="primary" loading={submitting} onClick={onConfirm}>
            {notMade.length === 0 ? '确定' : '不生成，继续办理'}
          </Button>
        </div>
      }
    >
      {notMade.length > 0 && (
        <Alert
          showIcon
          className={styles.missingLetters}
          type="warning"
          title={`${notMade.map(({ name, reason }) => `${name}：${reason}，不能生成`).join('；')}`}
          description="继续办理的，本件不会生成上述文书；需要文书的，请先联系配置管理员启用模板。"
        />
      )}
      {documents
        .filter(({ missingLetters }) => missingLetters.length > 0)
        .map(({ id, name, missingLetters }) => (
          <Alert
            key={id}
            showIcon
            className={styles.missingLetters}
            type="warning"
            title={`${name}：${missingLettersText(missingLetters)}`}
          />
        ))}
      {documents.length > 0 && (
        <table className={styles.documents}>
          <caption>请核对将生成的文书</caption>
          <thead>
            <tr>
              <th scope="col">名称</th>
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody>
            {documents.map(({ id, name }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>
                  <Button type="link" size="small" aria-label={`预览${name}`} onClick={() => view(id)}>
                    预览
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {viewer}
    </AppModal>
  );
}
