import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { labelSides } from './rate-axis.ts';

// Only the parts of the library named here are loaded, with the first chart.
use([LineChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer]);

export interface Line {
  name: string;
  values: readonly (number | null)[];
  /** Name of a colour token. */
  colour: string;
  /** The stroke, which distinguishes the line without its colour. */
  stroke: 'solid' | 'dashed' | 'dotted';
  /** True if values are shown at the points. */
  labelled?: boolean;
}

export interface Drawing {
  xLabels: readonly string[];
  lines: readonly Line[];
  unit: string;
  /** Lowest value of the axis if it is not zero; then the chart has points and never bars. */
  lowest?: number;
  highest?: number;
  /** Distance of the axis labels; by default the library chooses it. */
  step?: number;
  target?: { at: number; name: string };
  /** Font size in pixels. */
  size: number;
  onPick?: (index: number) => void;
}

/** Returns the values, each with the side of its label if the line has labels. */
function dataOf({ values, labelled }: Line) {
  if (!labelled) return [...values];
  const sides = labelSides(values);
  return values.map((value, index) => ({ value, label: { position: sides[index] } }));
}

/** Draws lines into a box; the colours are the portal's own, read from its style sheet. */
export function drawChart(box: HTMLElement, drawing: Drawing): EChartsType {
  const chart = init(box, undefined, { renderer: 'svg' });
  const computedStyle = getComputedStyle(document.documentElement);
  const colour = (name: string) => computedStyle.getPropertyValue(`--${name}`).trim();
  const { xLabels, lines, unit, size, target } = drawing;
  const textStyle = { fontSize: size, color: colour('text-second'), fontFamily: colour('font') };
  chart.setOption({
    animation: false,
    grid: { left: size * 0.5, right: size * 1.5, top: size * 1.8, bottom: size * 0.4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      // Drawn as text, not as HTML with inline styles, which the content policy refuses.
      renderMode: 'richText',
      textStyle: { fontSize: size, color: colour('text'), fontFamily: colour('font') },
      valueFormatter: (value: unknown) => (value === null || value === undefined ? '—' : `${value} ${unit}`),
    },
    xAxis: {
      type: 'category',
      data: [...xLabels],
      // The label of the first point stays clear of those of the axis.
      boundaryGap: lines.some(({ labelled }) => labelled),
      // The first label is below the axis of values, clear of its lowest label.
      axisLabel: { ...textStyle, hideOverlap: true, margin: size },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colour('control-border') } },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      min: drawing.lowest,
      max: drawing.highest,
      interval: drawing.step,
      axisLabel: { ...textStyle, formatter: unit === '%' ? '{value}%' : '{value}' },
      splitLine: { lineStyle: { color: colour('divider') } },
    },
    series: lines.map((line, index) => ({
      type: 'line',
      name: line.name,
      data: dataOf(line),
      symbol: 'circle',
      symbolSize: size * 0.5,
      showSymbol: line.labelled === true || xLabels.length === 1,
      triggerLineEvent: true,
      label: {
        show: line.labelled === true,
        ...textStyle,
        color: colour('text'),
        distance: size * 0.6,
        formatter: ({ value }: { value: unknown }) => (typeof value === 'number' ? value.toFixed(1) : ''),
      },
      itemStyle: { color: colour(line.colour) },
      lineStyle: { color: colour(line.colour), width: size / 6.5, type: line.stroke },
      ...(index === 0 &&
        target && {
          markLine: {
            silent: true,
            symbol: 'none',
            lineStyle: { color: colour('warning'), type: 'dashed' },
            label: {
              ...textStyle,
              color: colour('warning'),
              position: 'insideStartTop',
              formatter: target.name,
            },
            data: [{ yAxis: target.at }],
          },
        }),
    })),
  });
  chart.getZr().on('click', ({ offsetX, offsetY }) => {
    const position = chart.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY])[0];
    const index = position === undefined ? -1 : Math.round(position);
    if (chart.containPixel({ gridIndex: 0 }, [offsetX, offsetY]) && index in xLabels) drawing.onPick?.(index);
  });
  return chart;
}
