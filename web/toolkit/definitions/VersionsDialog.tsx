import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { AppModal } from '../dialog/AppModal.tsx';
import { LossConfirmation } from '../dialog/LossConfirmation.tsx';
import styles from './versions.module.css';

const copyLabel = '取用这一版的内容';

/** Shows the versions of a definition in a list, the newest first, and beside it the selected one. */
export function VersionsDialog<V extends { id: string; version: number }>(props: {
  versions: readonly V[];
  /** Returns the mark behind the number of a version, such as its state. */
  markOf?: (version: V) => ReactNode;
  /** Returns who made a version, and when. */
  originOf: (version: V) => ReactNode;
  /** Returns the content of a version, below `VersionButtons`. */
  children: (version: V) => ReactNode;
  onClose: () => void;
}) {
  const { versions, markOf, originOf, children, onClose } = props;
  const [selected, setSelected] = useState(versions[0]);
  return (
    <AppModal
      open
      title="版本"
      width={1080}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <div className={styles.versions}>
        <ol>
          {versions.map((version) => (
            <li key={version.id} data-chosen={version.id === selected?.id || undefined}>
              <button
                type="button"
                aria-pressed={version.id === selected?.id}
                // Fields of a preview are not meant to be filled in.
                data-first-focus={version.id === selected?.id || undefined}
                onClick={() => setSelected(version)}
              >
                <span>
                  第 {version.version} 版 {markOf?.(version)}
                </span>
                <small>{originOf(version)}</small>
              </button>
            </li>
          ))}
        </ol>
        {selected && (
          <div key={selected.id} className={styles.version}>
            {children(selected)}
          </div>
        )}
      </div>
    </AppModal>
  );
}

/** Shows 取用这一版的内容, which copies the version into the editor, with further buttons beside it. */
export function VersionButtons(props: {
  onCopy: (() => void) | undefined;
  /** Names the content that the copy removes from the editor; the user confirms it first. */
  lossText: string | undefined;
  children?: ReactNode;
}) {
  const { onCopy, lossText, children } = props;
  const [isConfirming, setConfirming] = useState(false);
  return (
    <div className={styles.buttons}>
      <Button disabled={!onCopy} onClick={() => (lossText === undefined ? onCopy?.() : setConfirming(true))}>
        {copyLabel}
      </Button>
      {children}
      {isConfirming && onCopy && lossText !== undefined && (
        <LossConfirmation
          title={copyLabel}
          hint={lossText}
          leaveLabel="取用"
          stayLabel="取消"
          onLeave={onCopy}
          onStay={() => setConfirming(false)}
        />
      )}
    </div>
  );
}
