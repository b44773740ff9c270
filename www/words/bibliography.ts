// The five papers, and what else is used. One entry, one key: the list and the BibTeX both come from it.

export interface Source {
  key: string;
  authors: string;
  title: string;
  /** Journal, or proceedings. */
  where: string;
  year: number;
  /** arXiv number, where there is one. */
  arxiv?: string;
  kind: "inproceedings" | "article" | "misc";
}

export const PAPERS: readonly Source[] = [
  {
    key: "mahloujifar2022optimal",
    authors: "Saeed Mahloujifar and Alexandre Sablayrolles and Graham Cormode and Somesh Jha",
    title: "Optimal Membership Inference Bounds for Adaptive Composition of Sampled Gaussian Mechanisms",
    where: "arXiv",
    year: 2022,
    arxiv: "2204.06106",
    kind: "misc",
  },
  {
    key: "cherubin2024closed",
    authors:
      "Giovanni Cherubin and Boris Köpf and Andrew Paverd and Shruti Tople and Lukas Wutschitz and Santiago Zanella-Béguelin",
    title: "Closed-Form Bounds for DP-SGD against Record-level Inference",
    where: "USENIX Security Symposium",
    year: 2024,
    arxiv: "2402.14397",
    kind: "inproceedings",
  },
  {
    key: "thudi2024less",
    authors: "Anvith Thudi and Ilia Shumailov and Franziska Boenisch and Nicolas Papernot",
    title: "From Differential Privacy to Bounds on Membership Inference: Less can be More",
    where: "Transactions on Machine Learning Research",
    year: 2024,
    kind: "article",
  },
  {
    key: "izzo2024provable",
    authors: "Zachary Izzo and Jinsung Yoon and Sercan Ö. Arık and James Zou",
    title: "Provable Membership Inference Privacy",
    where: "Transactions on Machine Learning Research",
    year: 2024,
    kind: "article",
  },
  {
    key: "humphries2020differentially",
    authors:
      "Thomas Humphries and Matthew Rafuse and Lindsey Tulloch and Simon Oya and Ian Goldberg and Urs Hengartner and Florian Kerschbaum",
    title: "Differentially Private Learning Does Not Bound Membership Inference",
    where: "arXiv",
    year: 2020,
    arxiv: "2010.12112",
    kind: "misc",
  },
];

export const SOURCES: readonly Source[] = [
  {
    key: "zhu2022optimal",
    authors: "Yuqing Zhu and Jinshuo Dong and Yu-Xiang Wang",
    title: "Optimal Accounting of Differential Privacy via Characteristic Function",
    where: "International Conference on Artificial Intelligence and Statistics",
    year: 2022,
    arxiv: "2106.08567",
    kind: "inproceedings",
  },
  {
    key: "dong2022gaussian",
    authors: "Jinshuo Dong and Aaron Roth and Weijie J. Su",
    title: "Gaussian Differential Privacy",
    where: "Journal of the Royal Statistical Society: Series B",
    year: 2022,
    arxiv: "1905.02383",
    kind: "article",
  },
  {
    key: "lebeda2025avoiding",
    authors: "Christian Janos Lebeda and Matthew Regehr and Gautam Kamath and Thomas Steinke",
    title: "Avoiding Pitfalls for Privacy Accounting of Subsampled Mechanisms under Composition",
    where: "IEEE Conference on Secure and Trustworthy Machine Learning",
    year: 2025,
    arxiv: "2405.20769",
    kind: "inproceedings",
  },
  {
    key: "balle2018privacy",
    authors: "Borja Balle and Gilles Barthe and Marco Gaboardi",
    title: "Privacy Amplification by Subsampling: Tight Analyses via Couplings and Divergences",
    where: "Advances in Neural Information Processing Systems",
    year: 2018,
    arxiv: "1807.01647",
    kind: "inproceedings",
  },
  {
    key: "chua2024how",
    authors:
      "Lynn Chua and Badih Ghazi and Pritish Kamath and Ravi Kumar and Pasin Manurangsi and Amer Sinha and Chiyuan Zhang",
    title: "How Private are DP-SGD Implementations?",
    where: "International Conference on Machine Learning",
    year: 2024,
    arxiv: "2403.17673",
    kind: "inproceedings",
  },
  {
    key: "chua2025balls",
    authors:
      "Lynn Chua and Badih Ghazi and Charlie Harrison and Ethan Leeman and Pritish Kamath and Ravi Kumar and Pasin Manurangsi and Amer Sinha and Chiyuan Zhang",
    title: "Balls-and-Bins Sampling for DP-SGD",
    where: "International Conference on Artificial Intelligence and Statistics",
    year: 2025,
    arxiv: "2412.16802",
    kind: "inproceedings",
  },
  {
    key: "ganesh2024tight",
    authors: "Arun Ganesh",
    title: "Tight Group-Level DP Guarantees for DP-SGD with Sampling via Mixture of Gaussians Mechanisms",
    where: "arXiv",
    year: 2024,
    arxiv: "2401.10294",
    kind: "misc",
  },
  {
    key: "kairouz2015composition",
    authors: "Peter Kairouz and Sewoong Oh and Pramod Viswanath",
    title: "The Composition Theorem for Differential Privacy",
    where: "International Conference on Machine Learning",
    year: 2015,
    kind: "inproceedings",
  },
  {
    key: "yeom2018privacy",
    authors: "Samuel Yeom and Irene Giacomelli and Matt Fredrikson and Somesh Jha",
    title: "Privacy Risk in Machine Learning: Analyzing the Connection to Overfitting",
    where: "IEEE Computer Security Foundations Symposium",
    year: 2018,
    kind: "inproceedings",
  },
  {
    key: "erlingsson2019that",
    authors: "Úlfar Erlingsson and Ilya Mironov and Ananth Raghunathan and Shuang Song",
    title: "That which we call private",
    where: "arXiv",
    year: 2019,
    arxiv: "1908.03566",
    kind: "misc",
  },
  {
    key: "alghamdi2023saddle",
    authors:
      "Wael Alghamdi and Juan Felipe Gomez and Shahab Asoodeh and Flavio Calmon and Oliver Kosut and Lalitha Sankar",
    title: "The Saddle-Point Method in Differential Privacy",
    where: "International Conference on Machine Learning",
    year: 2023,
    arxiv: "2208.09595",
    kind: "inproceedings",
  },
  {
    key: "doroshenko2022connect",
    authors: "Vadym Doroshenko and Badih Ghazi and Pritish Kamath and Ravi Kumar and Pasin Manurangsi",
    title: "Connect the Dots: Tighter Discrete Approximations of Privacy Loss Distributions",
    where: "Proceedings on Privacy Enhancing Technologies",
    year: 2022,
    arxiv: "2207.04380",
    kind: "article",
  },
  {
    key: "trefethen2014exponentially",
    authors: "Lloyd N. Trefethen and J. A. C. Weideman",
    title: "The Exponentially Convergent Trapezoidal Rule",
    where: "SIAM Review",
    year: 2014,
    kind: "article",
  },
  {
    key: "howard2021time",
    authors: "Steven R. Howard and Aaditya Ramdas and Jon McAuliffe and Jasjeet Sekhon",
    title: "Time-Uniform, Nonparametric, Nonasymptotic Confidence Sequences",
    where: "The Annals of Statistics",
    year: 2021,
    arxiv: "1810.08240",
    kind: "article",
  },
  {
    key: "robbins1970statistical",
    authors: "Herbert Robbins",
    title: "Statistical Methods Related to the Law of the Iterated Logarithm",
    where: "The Annals of Mathematical Statistics",
    year: 1970,
    kind: "article",
  },
  {
    key: "bu2020deep",
    authors: "Zhiqi Bu and Jinshuo Dong and Qi Long and Weijie J. Su",
    title: "Deep Learning with Gaussian Differential Privacy",
    where: "Harvard Data Science Review",
    year: 2020,
    arxiv: "1911.11607",
    kind: "article",
  },
  {
    key: "jayaraman2020revisiting",
    authors: "Bargav Jayaraman and Lingxiao Wang and Katherine Knipmeyer and Quanquan Gu and David Evans",
    title: "Revisiting Membership Inference Under Realistic Assumptions",
    where: "arXiv",
    year: 2020,
    arxiv: "2005.10881",
    kind: "misc",
  },
  {
    key: "sablayrolles2019white",
    authors: "Alexandre Sablayrolles and Matthijs Douze and Cordelia Schmid and Yann Ollivier and Hervé Jégou",
    title: "White-box vs Black-box: Bayes Optimal Strategies for Membership Inference",
    where: "International Conference on Machine Learning",
    year: 2019,
    arxiv: "1908.11229",
    kind: "inproceedings",
  },
  {
    key: "canonne2020discrete",
    authors: "Clément L. Canonne and Gautam Kamath and Thomas Steinke",
    title: "The Discrete Gaussian for Differential Privacy",
    where: "Advances in Neural Information Processing Systems",
    year: 2020,
    arxiv: "2004.00010",
    kind: "inproceedings",
  },
  {
    key: "kulynych2025unifying",
    authors:
      "Bogdan Kulynych and Juan Felipe Gomez and Georgios Kaissis and Jamie Hayes and Borja Balle and Flavio du Pin Calmon and Jean Louis Raisaro",
    title: "Unifying Re-Identification, Attribute Inference, and Data Reconstruction Risks in Differential Privacy",
    where: "Advances in Neural Information Processing Systems",
    year: 2025,
    arxiv: "2507.06969",
    kind: "inproceedings",
  },
  {
    key: "kaissis2023bounding",
    authors: "Georgios Kaissis and Jamie Hayes and Alexander Ziller and Daniel Rueckert",
    title: "Bounding data reconstruction attacks with the hypothesis testing interpretation of differential privacy",
    where: "arXiv",
    year: 2023,
    arxiv: "2307.03928",
    kind: "misc",
  },
  {
    key: "steinke2023privacy",
    authors: "Thomas Steinke and Milad Nasr and Matthew Jagielski",
    title: "Privacy Auditing with One (1) Training Run",
    where: "Advances in Neural Information Processing Systems",
    year: 2023,
    arxiv: "2305.08846",
    kind: "inproceedings",
  },
  {
    key: "mahloujifar2024auditing",
    authors: "Saeed Mahloujifar and Luca Melis and Kamalika Chaudhuri",
    title: "Auditing f-Differential Privacy in One Run",
    where: "arXiv",
    year: 2024,
    arxiv: "2410.22235",
    kind: "misc",
  },
];

/** The page and the crate themselves. */
export const OWN_KEY = "mibounds";

export function bibtex({ key, authors, title, where, year, arxiv, kind }: Source): string {
  const venue = { inproceedings: "booktitle", article: "journal", misc: "howpublished" }[kind];
  const fields = [
    `author = {${authors}}`,
    `title = {{${title}}}`,
    ...(kind === "misc" && arxiv ? [] : [`${venue} = {${where}}`]),
    `year = {${year}}`,
    ...(arxiv ? [`eprint = {${arxiv}}`, "archivePrefix = {arXiv}"] : []),
  ];
  return `@${kind}{${key},\n  ${fields.join(",\n  ")}\n}`;
}

/** Where a state of the page is cited, its link and the year of the version say so. */
export function ownBibtex(version: string, shown?: { year: number; link: string }): string {
  const fields = [
    "title = {{mi-bounds: certified membership-inference bounds for DP-SGD}}",
    `version = {${version}}`,
    ...(shown ? [`year = {${shown.year}}`, `url = {${escaped(shown.link)}}`] : []),
  ];
  return `@software{${OWN_KEY},\n  ${fields.join(",\n  ")}\n}`;
}

/** Braces in an address would end the field. */
function escaped(link: string): string {
  return link.replaceAll("{", "%7B").replaceAll("}", "%7D");
}
