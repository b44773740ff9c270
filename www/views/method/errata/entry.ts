// One finding on a paper.
import type { TemplateResult } from "lit";
import type { LinkTo } from "../../../state/parameters/method";

/** "wrong": the printed statement is; "fine": it is right, against suspicion; "subtle": right in one reading. */
export type Verdict = "wrong" | "fine" | "subtle" | "news";

export interface Entry {
  /** E1 to E16p. */
  id: string;
  title: string;
  /** Paper and place. */
  place: string;
  verdict: Verdict;
  printed: TemplateResult | string;
  corrected: TemplateResult | string;
  why: (link: LinkTo) => TemplateResult;
}
