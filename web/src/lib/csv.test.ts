import { expect, it } from "vitest";
import { csv } from "./csv";

it("writes a table that a spreadsheet reads and does not run", () => {
  const rows = [
    ["plain", 3, 'a "b", c'],
    ["=1+1", -2, "two\nlines"],
    ["@x", 0.5, ""],
  ];
  expect(csv(["Day", "Views", "Note"], rows)).toBe(
    'Day,Views,Note\r\nplain,3,"a ""b"", c"\r\n\'=1+1,-2,"two\nlines"\r\n\'@x,0.5,\r\n',
  );
});
