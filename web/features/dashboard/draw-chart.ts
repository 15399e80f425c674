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
  hasLabels?: boolean;
}

export interface LineChartData {
  xLabels: readonly string[];
  lines: readonly Line[];
  unit: string;
  /** Lowest value of the axis, if the axis does not begin at zero. */
  lowest?: number;
  highest?: number;
  /** Distance of the axis labels; by default the library chooses it. */
  step?: number;
  target?: { at: number; name: string };
  /** Font size in pixels. */
  fontSize: number;
  onSelect?: (index: number) => void;
}

/** Returns the values, each with the side of its label if the line has labels. */
function dataOf({ values, hasLabels }: Line) {
  if (!hasLabels) return [...values];
  const sides = labelSides(values);
  return values.map((value, index) => ({ value, label: { position: sides[index] } }));
}

/** Draws lines into a box; the colours are the portal's own, read from its style sheet. */
export function drawChart(box: HTMLElement, chartData: LineChartData): EChartsType {
  const chart = init(box, undefined, { renderer: 'svg' });
  const computedStyle = getComputedStyle(document.documentElement);
  const colour = (name: string) => computedStyle.getPropertyValue(`--${name}`).trim();
  const { xLabels, lines, unit, fontSize, target } = chartData;
  const textStyle = { fontSize, color: colour('text-second'), fontFamily: colour('font') };
  chart.setOption({
    animation: false,
    grid: {
      left: fontSize * 0.5,
      // The name of the target stands right of the lines, where no label of a point can cover it.
      right: target ? fontSize * 5 : fontSize * 1.5,
      top: fontSize * 1.8,
      bottom: fontSize * 0.4,
      containLabel: true,
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      // Drawn as text, not as HTML with inline styles, which the content policy refuses.
      renderMode: 'richText',
      textStyle: { fontSize, color: colour('text'), fontFamily: colour('font') },
      valueFormatter: (value: unknown) => (value === null || value === undefined ? '—' : `${value} ${unit}`),
    },
    xAxis: {
      type: 'category',
      data: [...xLabels],
      // The label of the first point stays clear of those of the axis.
      boundaryGap: lines.some(({ hasLabels }) => hasLabels),
      // The first label is below the axis of values, clear of its lowest label.
      axisLabel: { ...textStyle, hideOverlap: true, margin: fontSize },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colour('control-border') } },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      min: chartData.lowest,
      max: chartData.highest,
      interval: chartData.step,
      axisLabel: { ...textStyle, formatter: unit === '%' ? '{value}%' : '{value}' },
      splitLine: { lineStyle: { color: colour('divider') } },
    },
    series: lines.map((line, index) => ({
      type: 'line',
      name: line.name,
      data: dataOf(line),
      symbol: 'circle',
      symbolSize: fontSize * 0.5,
      showSymbol: line.hasLabels === true || xLabels.length === 1,
      triggerLineEvent: true,
      label: {
        show: line.hasLabels === true,
        ...textStyle,
        color: colour('text'),
        distance: fontSize * 0.6,
        formatter: ({ value }: { value: unknown }) => (typeof value === 'number' ? value.toFixed(1) : ''),
      },
      itemStyle: { color: colour(line.colour) },
      lineStyle: { color: colour(line.colour), width: fontSize / 6.5, type: line.stroke },
      ...(index === 0 &&
        target && {
          markLine: {
            silent: true,
            symbol: 'none',
            lineStyle: { color: colour('warning'), type: 'dashed' },
            label: {
              ...textStyle,
              color: colour('warning'),
              position: 'end',
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
    if (chart.containPixel({ gridIndex: 0 }, [offsetX, offsetY]) && index in xLabels)
      chartData.onSelect?.(index);
  });
  return chart;
}
