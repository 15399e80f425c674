import { Radio } from 'antd';
import { useState } from 'react';
import { ChosenList } from '../choices/ChosenList.tsx';
import type { Choice } from '../choices/choice.ts';
import { useChoiceSelection } from '../choices/use-choice-selection.ts';
import { AppModal } from '../dialog/AppModal.tsx';
import type { Region } from '../regions/region.ts';
import { phoneQuery, useMediaQuery } from '../styles/use-media-query.ts';
import { OrganisationsPane } from './OrganisationsPane.tsx';
import { type OrganisationChoices, organisationChoices } from './organisation-choices.ts';
import styles from './organisation-picker.module.css';
import { RegionPane } from './RegionPane.tsx';

/** The dialog of the specification counts 区划, although it counts organisations (0141). */
const titleOfSpecification = '选择管辖机构';

/**
 * Asks for organisations in three panes (S0 §2, S2 §2): regions on the left, the organisations of the region
 * in the middle, as a tree or as a table, and the choice on the right. On a phone the first two alternate.
 */
export function OrganisationPicker(props: {
  title?: string;
  single?: boolean;
  value: readonly Choice[];
  choices?: OrganisationChoices;
  onConfirm: (chosen: readonly Choice[]) => void;
  onCancel: () => void;
}) {
  const { title = titleOfSpecification, single = false, choices = organisationChoices } = props;
  const choice = useChoiceSelection({ title, single, value: props.value, onConfirm: props.onConfirm });
  const [region, setRegion] = useState<Region>();
  const phone = useMediaQuery(phoneQuery);
  const [pane, setPane] = useState<'regions' | 'organisations'>('organisations');

  return (
    <AppModal
      open
      title={title}
      width={1200}
      okText="确认选择"
      onOk={choice.confirm}
      onCancel={props.onCancel}
    >
      <div className={styles.panes}>
        {phone && (
          <Radio.Group
            aria-label="显示"
            size="large"
            optionType="button"
            options={panes}
            value={pane}
            onChange={(event) => setPane(event.target.value)}
          />
        )}
        {(!phone || pane === 'regions') && (
          <RegionPane
            choices={choices}
            region={region}
            single={single}
            chosen={choice.keys}
            onToggle={choice.toggle}
            onRegion={(chosen) => {
              setRegion(chosen);
              setPane('organisations');
            }}
          />
        )}
        {(!phone || pane === 'organisations') && (
          <OrganisationsPane
            key={region?.code ?? ''}
            choices={choices}
            region={region}
            single={single}
            chosen={choice.keys}
            onToggle={choice.toggle}
            onSet={choice.set}
            onConfirm={choice.confirm}
          />
        )}
        <ChosenList
          title={`已选择 ${choice.chosen.length} 个${title === titleOfSpecification ? '区划' : '机构'}`}
          items={choice.chosen}
          onRemove={choice.remove}
          onClear={choice.clear}
        />
      </div>
    </AppModal>
  );
}

const panes = [
  { value: 'regions', label: '行政区划' },
  { value: 'organisations', label: '组织机构' },
];
