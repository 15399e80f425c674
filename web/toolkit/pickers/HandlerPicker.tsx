import { Tabs } from 'antd';
import { useEffect, useState } from 'react';
import { AppModal } from '../dialog/AppModal.tsx';
import { useFeedback } from '../feedback/use-feedback.ts';
import { ChosenList } from './ChosenList.tsx';
import { HandlerCandidates } from './HandlerCandidates.tsx';
import {
  type HandlerCandidate,
  type HandlerKind,
  type HandlerSources,
  handlerKindLabel,
} from './handler-sources.ts';
import styles from './pickers.module.css';

export interface HandlerPickerProps {
  open: boolean;
  /** 选择处理人 unless the action has a name of its own, such as 选择转办人. */
  title?: string;
  /** Which kinds may be picked, in this order; a kind without a source has no tab. */
  tabs: readonly HandlerKind[];
  sources: HandlerSources;
  value: readonly HandlerCandidate[];
  /** One person only (delegation). */
  single?: boolean;
  onConfirm: (chosen: readonly HandlerCandidate[]) => void;
  onCancel: () => void;
}

/** Picks handlers of any kind; what is chosen stays in sight while the tabs change (S1 §2). */
export function HandlerPicker(props: HandlerPickerProps) {
  const { open, tabs, sources, value, single, title = '选择处理人' } = props;
  const [chosen, setChosen] = useState(value);
  const feedback = useFeedback();

  // Each opening starts from what the form holds.
  useEffect(() => {
    if (open) setChosen(value);
  }, [open, value]);

  const toggle = (candidate: HandlerCandidate) => {
    const without = chosen.filter(({ key }) => key !== candidate.key);
    if (without.length < chosen.length) setChosen(without);
    else setChosen(single ? [candidate] : [...chosen, candidate]);
  };

  const confirm = () => {
    if (chosen.length === 0) feedback.warn(`请${title}`);
    else props.onConfirm(chosen);
  };

  return (
    <AppModal
      open={open}
      title={title}
      width={760}
      okText="确认选择"
      onOk={confirm}
      onCancel={props.onCancel}
      destroyOnHidden
    >
      <div className={styles.picker}>
        <Tabs
          className={styles.tabs}
          items={tabs.flatMap((kind) => {
            const source = sources[kind];
            if (source === undefined) return [];
            const children = (
              <HandlerCandidates
                key={kind}
                kind={kind}
                source={source}
                single={single === true}
                chosen={new Set(chosen.map(({ key }) => key))}
                onToggle={toggle}
              />
            );
            return [{ key: kind, label: handlerKindLabel[kind], children }];
          })}
        />
        <ChosenList
          title={`已选择 ${chosen.length} 项`}
          items={chosen}
          onRemove={(key) => setChosen(chosen.filter((candidate) => candidate.key !== key))}
          onClear={() => setChosen([])}
        />
      </div>
    </AppModal>
  );
}
