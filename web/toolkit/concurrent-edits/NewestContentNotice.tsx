import { App, Button } from 'antd';
import { useHref, useLocation } from 'react-router';
import { ConcurrentEditNotice } from './ConcurrentEditNotice.tsx';
import styles from './concurrent-edits.module.css';

/**
 * Shows a concurrent edit in an editor that fills a page: the newest content can be viewed in another tab, or replace
 * the input, or be replaced by the input when it is submitted.
 */
export function NewestContentNotice(props: {
  message: string | undefined;
  keepsFocus?: boolean;
  /** Reopens the editor with the current version. */
  onLoad: () => void;
  /** Called to keep the input, which will replace the newest version. */
  onKeep: () => void;
  /** The query of the address at which the newest content is seen. */
  search?: string;
  keepText?: string;
  keepHint?: string;
}) {
  const { message, keepsFocus = false, onLoad, onKeep, search = '' } = props;
  const { keepText = '保留我的内容', keepHint = '核对后再次提交，取代对方的修改' } = props;
  const { pathname } = useLocation();
  const currentAddress = useHref({ pathname, search });
  const { modal } = App.useApp();
  const load = async () => {
    const isSure = await modal.confirm({
      title: '载入最新内容？',
      centered: true,
      content: '您在本页填写、尚未提交的内容将丢失。',
      okText: '载入最新内容',
      cancelText: '返回',
    });
    if (isSure) onLoad();
  };
  return (
    <ConcurrentEditNotice edit={message === undefined ? undefined : { message }} keepsFocus={keepsFocus}>
      <div className={styles.buttons}>
        <Button size="small" href={currentAddress} target="_blank" rel="noopener">
          查看最新内容
        </Button>
        <Button size="small" onClick={() => void load()}>
          载入最新内容
        </Button>
        <Button size="small" title={keepHint} onClick={onKeep}>
          {keepText}
        </Button>
      </div>
    </ConcurrentEditNotice>
  );
}
