import { Cascader } from 'antd';
import { useState } from 'react';
import { deepestRegionLevel, type RegionStep } from '#domain/forms/kinds/region/region.ts';
import { treeFailureText } from '#web/api/call-error.ts';
import { useFeedback } from '../../../feedback/use-feedback.ts';
import styles from '../../form.module.css';
import { type AreaChoice, useFormPorts } from '../../form-ports.ts';
import type { FieldEditorProps } from '../kind-view.ts';

interface AreaNode {
  value: string;
  label: string;
  isLeaf: boolean;
  children?: AreaNode[];
}

/** Region by region, each level loaded when it is opened. */
export function RegionField(props: FieldEditorProps<readonly RegionStep[]>) {
  const { control, disabled, field, onBlur, onChange, value } = props;
  const { level: deepest = deepestRegionLevel, minLevel = 1, placeholder = '请选择行政区划' } = field.props;
  const { loadAreas } = useFormPorts();
  const [nodes, setNodes] = useState<AreaNode[]>();
  const [failed, setFailed] = useState(false);
  const feedback = useFeedback();

  const load = async (path: readonly string[]) => {
    if (!loadAreas) return;
    setFailed(false);
    try {
      const areas = await loadAreas(path.length + 1, path.at(-1));
      const children = areas.map((area) => toNode(area, path.length + 1 >= deepest));
      setNodes((known) => (path.length === 0 ? children : withChildren(known ?? [], path, children)));
    } catch {
      setFailed(true);
      // Below the first level the tree still stands, so that the word comes beside it; opening the region asks again.
      if (path.length > 0) feedback.warn(treeFailureText);
    }
  };

  return (
    <Cascader<AreaNode>
      {...control}
      allowClear={!disabled}
      changeOnSelect={minLevel < deepest}
      className={styles.region}
      disabled={disabled}
      displayRender={(labels) => (value.length > 0 ? value.map((step) => step.name) : labels).join(' / ')}
      loadData={(chosen) => load(chosen.map((node) => node.value))}
      notFoundContent={failed ? treeFailureText : nodes ? '没有下级区划' : '正在加载…'}
      options={nodes ?? []}
      placeholder={placeholder}
      // The box says that it owns an element of this id, which the cascader itself does not draw.
      popupRender={(menus) => <div id={`${control.id}_list`}>{menus}</div>}
      status={control['aria-invalid'] && 'error'}
      value={value.map((step) => step.code)}
      onBlur={onBlur}
      onChange={(_codes, chosen) =>
        onChange((chosen ?? []).map((node) => ({ code: node.value, name: node.label })))
      }
      onOpenChange={(open) => {
        if (open && !nodes) void load([]);
      }}
    />
  );
}

function toNode({ code, name, isLeaf }: AreaChoice, deepestLevel: boolean): AreaNode {
  return { value: code, label: name, isLeaf: isLeaf || deepestLevel };
}

function withChildren(nodes: readonly AreaNode[], path: readonly string[], children: AreaNode[]): AreaNode[] {
  const [code, ...rest] = path;
  return nodes.map((node) => {
    if (node.value !== code) return node;
    if (rest.length > 0) return { ...node, children: withChildren(node.children ?? [], rest, children) };
    // A division without divisions below is an end, whatever its level.
    return children.length > 0 ? { ...node, children } : { ...node, isLeaf: true };
  });
}
