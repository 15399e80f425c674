import { Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { partOrWords } from '../page/part-or-words.tsx';
import { popupContainerOf } from '../page/popup-container.ts';
import styles from './list.module.css';
import type { SavedFilterListProps } from './SavedFilterList.tsx';

const SavedFilterList = lazy(() =>
  partOrWords(async () => (await import('./list-parts.ts')).parts.SavedFilterList()),
);

/** Filters that a person uses often, under a name of their own. Their code comes when they open. */
export function SavedFilters(props: SavedFilterListProps) {
  const [open, setOpen] = useState(false);
  const use = (name: string) => {
    props.onUse(name);
    setOpen(false);
  };
  return (
    <Popover
      trigger="click"
      getPopupContainer={popupContainerOf}
      placement="bottomLeft"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      title="常用筛选"
      content={
        open && (
          <Suspense>
            <SavedFilterList {...props} onUse={use} />
          </Suspense>
        )
      }
    >
      <Button type="link" className={styles.linkButton} aria-expanded={open}>
        常用筛选
      </Button>
    </Popover>
  );
}
