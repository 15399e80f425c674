import { ReloadOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect } from 'react';
import type { PreparedDocument } from '#contract/documents.ts';
import { missingGlyphsText } from '#domain/documents/missing-glyphs.ts';
import { textOfFailure } from '#web/api/call-error.ts';
import { ConfirmRow, RowNote } from '#web/toolkit/confirm/ConfirmRows.tsx';
import { fetchPdfViewer, useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import { useIsPhone } from '#web/toolkit/styles/use-window-size.ts';
import type { DialogDocuments } from './action-confirm.ts';
import dialogStyles from './dialog-parts.module.css';
import styles from './handling.module.css';

/**
 * Shows the documents that an action makes (S1 §2, §4) in its confirmation, where the user views each one;
 * documents with an outdated opinion are made again first.
 */
export function DocumentsRow(
  props: DialogDocuments & {
    /** The current opinion. */
    currentOpinion: string;
    disabled: boolean;
  },
) {
  const { rows, notMade, opinion, making, failure, isRepeated, currentOpinion, disabled, onMake } = props;
  const { view, viewer } = useFileViewer(
    rows.map(({ id, docName }) => ({ id, name: docName, isDocument: true })),
  );
  const isMade = opinion !== undefined;
  const isPhone = useIsPhone();
  // Loads the viewer in advance, because most users view the documents that they sign. Not on a phone, where it would
  // delay confirming without viewing.
  const needsViewer = rows.length > 0 && !isPhone;
  useEffect(() => {
    if (needsViewer) fetchPdfViewer();
  }, [needsViewer]);
  if (isMade && rows.length === 0 && notMade.length === 0) return null;
  const openDocument = async (row: PreparedDocument) => {
    if (opinion === currentOpinion) return view(row.id);
    const newRows = (await onMake(currentOpinion))?.rows ?? [];
    const sameDocument = newRows.find(({ name }) => name === row.name);
    if (sameDocument) view(sameDocument.id);
  };
  return (
    <ConfirmRow
      label="生成文书"
      action={
        making || isMade ? undefined : (
          <Button
            type="link"
            size="small"
            icon={<ReloadOutlined aria-hidden />}
            disabled={disabled}
            onClick={() => void onMake(currentOpinion)}
          >
            重新生成
          </Button>
        )
      }
    >
      {making && <span role="status">正在生成文书…</span>}
      {!making && failure !== undefined && (
        <span role="alert" className={styles.choiceFault}>
          {textOfFailure(failure)}
        </span>
      )}
      {!making && !isMade && failure === undefined && '文书未保留，需重新生成'}
      {notMade.length > 0 && (
        <div role="alert" className={dialogStyles.missingLetters}>
          {notMade.map(({ name, reason }) => (
            <p key={name}>
              <WarningOutlined aria-hidden /> {name}：{reason}，不能生成
            </p>
          ))}
          <p>继续办理的，本件不会生成上述文书；需要文书的，请先联系配置管理员启用模板。</p>
        </div>
      )}
      {rows.length > 0 && (
        <ul className={dialogStyles.madeDocuments} aria-label="将生成的文书">
          {rows.map((row) => (
            <li key={row.docId}>
              <span>
                {row.name}
                {row.documentNumber !== '' && (
                  <span className={dialogStyles.documentNumber}>{row.documentNumber}</span>
                )}
              </span>
              <Button
                type="link"
                size="small"
                aria-label={`预览${row.name}`}
                disabled={making}
                onClick={() => void openDocument(row)}
              >
                预览
              </Button>
              {row.missingLetters.length > 0 && (
                <p role="alert" className={dialogStyles.missingLetters}>
                  <WarningOutlined aria-hidden /> {missingGlyphsText(row.missingLetters)}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {isMade && !making && rows.length > 0 && (
        <RowNote>
          {isRepeated && <strong>文书已重新生成，请核对后再次确认。</strong>}
          {opinion !== currentOpinion && '意见已修改，预览或确认时按新意见重新生成。'}
          确认后盖章生效，取消则不保留。
        </RowNote>
      )}
      {viewer}
    </ConfirmRow>
  );
}
