import { App, Button } from 'antd';
import { useHref, useLocation } from 'react-router';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import styles from './meanwhile.module.css';

/**
 * The same over an editor that fills a page: the newest content is looked at beside it in a tab of its own, or taken in place
 * of what was typed, or what was typed is kept to be submitted over it.
 */
export function NewestContent(props: {
  said: string | undefined;
  isSeenOnly?: boolean;
  /** Opens the editor anew, with what is there now. */
  onLoad: () => void;
  /** Called to keep the typed content: it is to replace the newest from now on. */
  onKeep: () => void;
}) {
  const { said, isSeenOnly = false, onLoad, onKeep } = props;
  const { pathname } = useLocation();
  const here = useHref(pathname);
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
    <ChangedMeanwhile meanwhile={said === undefined ? undefined : { said }} isSeenOnly={isSeenOnly}>
      <div className={styles.ways}>
        <Button size="small" href={here} target="_blank" rel="noopener">
          查看最新内容
        </Button>
        <Button size="small" onClick={() => void load()}>
          载入最新内容
        </Button>
        <Button size="small" title="核对后再次提交，取代对方的修改" onClick={onKeep}>
          保留我的内容
        </Button>
      </div>
    </ChangedMeanwhile>
  );
}
