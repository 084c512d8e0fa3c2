import { Trans } from "@lingui/react/macro";
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useFormat } from "@/lib/format";

export interface DayChartProps {
  caption: string;
  days: { date: string; [figure: string]: number | string }[];
  /** The figures that are drawn, above each other. */
  series: readonly { key: string; name: string; colour: string }[];
}

/** Figures per day, as bars: a day without any shows nothing. The table below it has the same data for screen readers. */
export default function DayChart({ caption, days, series }: DayChartProps) {
  const format = useFormat();
  return (
    <figure>
      <div aria-hidden="true" className="h-64">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={days}
            margin={{ top: 8, right: 8, bottom: 0, left: -16 }}
            accessibilityLayer={false}
          >
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="date"
              tickFormatter={format.day}
              minTickGap={48}
              tickLine={false}
              stroke="var(--line-strong)"
              tick={{ fill: "var(--muted)", fontSize: 13 }}
            />
            <YAxis
              allowDecimals={false}
              tickLine={false}
              axisLine={false}
              tick={{ fill: "var(--muted)", fontSize: 13 }}
            />
            <Tooltip
              cursor={{ fill: "var(--well)" }}
              labelFormatter={(date) => format.day(String(date))}
              contentStyle={{
                background: "var(--surface)",
                border: "1px solid var(--line-strong)",
                borderRadius: "var(--radius-control)",
              }}
            />
            <Legend />
            {series.map(({ key, name, colour }) => (
              <Bar
                key={key}
                dataKey={key}
                name={name}
                stackId="day"
                fill={colour}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th>
                <Trans>Day</Trans>
              </th>
              {series.map(({ key, name }) => (
                <th key={key}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .filter((day) => series.some(({ key }) => day[key] !== 0))
              .map((day) => (
                <tr key={day.date}>
                  <td>{format.day(day.date)}</td>
                  {series.map(({ key }) => (
                    <td key={key}>{day[key]}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  );
}
