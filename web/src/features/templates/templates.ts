// Prompts to start from, by role. Each is a small standard prompt with variables.
import type { onboardingOptions } from "@/core/lists";

export type Role = (typeof onboardingOptions)["roles"][number];

export interface Template {
  title: string;
  description: string;
  role: Role;
  category: "ai" | "web" | "data" | "creative" | "business" | "research";
  tags: string[];
  system: string;
  user: string;
}

export const templates: readonly Template[] = [
  {
    title: "Review a pull request",
    description: "Finds the riskiest line first and gives a reason for each change.",
    role: "Developer",
    category: "web",
    tags: ["code", "review"],
    system:
      "You review {{language}} code. You are exact and kind, and you say nothing that a formatter would say.",
    user: "Review this change.\n\n1. Name the riskiest line first, and say what breaks.\n2. List what you would change, with a reason each.\n3. End with one thing that is done well.\n\n{{diff}}",
  },
  {
    title: "Find the cause of an error",
    description: "From an error message and code to the most likely causes and how to check each.",
    role: "Developer",
    category: "web",
    tags: ["code", "debugging"],
    system:
      "You find the causes of errors. You say how sure you are, and never guess an API that you do not know.",
    user: "Error:\n\n{{error}}\n\nCode:\n\n{{code}}\n\nName the three most likely causes, most likely first. For each, give one step that confirms or excludes it.",
  },
  {
    title: "Outline an article",
    description: "A structure with a claim per section, before a word is written.",
    role: "Content Creator",
    category: "creative",
    tags: ["writing", "outline"],
    system: "You are an editor who cuts what does not serve the reader.",
    user: "Outline an article about {{topic}} for {{audience}}.\n\nGive a title, one sentence that says what the reader can do afterwards, and four to six sections. For each section: the claim, and the example that proves it.",
  },
  {
    title: "Turn a text into posts",
    description: "Three posts from one text, each with its own beginning.",
    role: "Content Creator",
    category: "creative",
    tags: ["writing", "social"],
    system:
      "You write posts that begin in the middle of the matter. No hashtags, no emoji, no questions to the crowd.",
    user: "Write three posts for {{network}} from this text. Each begins with another of its points and stands alone.\n\n{{text}}",
  },
  {
    title: "Summarise a paper",
    description: "Question, method, result and limits, with what the authors do not say.",
    role: "Researcher",
    category: "research",
    tags: ["summary", "papers"],
    system: "You read papers carefully. You keep what the authors showed apart from what they suppose.",
    user: "Summarise this paper in five parts: the question, the method, the result with its numbers, the limits, and what one would have to do to check it.\n\n{{paper}}",
  },
  {
    title: "Compare sources",
    description: "Where sources agree, where they differ, and what decides between them.",
    role: "Researcher",
    category: "research",
    tags: ["sources", "comparison"],
    system:
      "You compare sources without smoothing over their differences, and cite each claim by its source.",
    user: "Question: {{question}}\n\nSources:\n\n{{sources}}\n\nSay where they agree, where they differ and why, and which evidence would decide it.",
  },
  {
    title: "Write a product requirement",
    description: "Problem, people, what must be true, and what is left out.",
    role: "Product Manager",
    category: "business",
    tags: ["product", "planning"],
    system: "You write requirements that a team can disagree with: concrete, short and with numbers.",
    user: "Write a one-page requirement for {{feature}}.\n\nContext: {{context}}\n\nParts: the problem and who has it, how we know, what must be true when it is done, what we leave out, and the open questions.",
  },
  {
    title: "Prepare an interview with a user",
    description: "Open questions about what somebody did, not about what they would do.",
    role: "Product Manager",
    category: "business",
    tags: ["product", "interview"],
    system: "You ask about what people did last time, never about what they would do.",
    user: "We want to learn {{goal}} from {{person}}. Write eight open questions in an order that begins easily, with one follow-up each.",
  },
  {
    title: "Describe a product",
    description: "A page that begins with the problem and uses no superlatives.",
    role: "Marketing Professional",
    category: "business",
    tags: ["marketing", "copy"],
    system: "You write product pages that people read to the end.",
    user: "Describe {{product}} for {{audience}}. Begin with the problem it solves, then say in three short sentences how. Write in a tone that is {{tone}}. Use no superlatives.",
  },
  {
    title: "Answer a customer",
    description: "A reply that solves the matter first and apologises once.",
    role: "Marketing Professional",
    category: "business",
    tags: ["support", "mail"],
    system:
      "You answer customers of {{company}}. You solve the matter first, apologise at most once, and promise nothing that you cannot keep.",
    user: "Customer: {{message}}\n\nFacts: {{facts}}\n\nWrite the reply, at most 120 words.",
  },
  {
    title: "Explain a topic to me",
    description: "Step by step, with questions that show whether it was understood.",
    role: "Student",
    category: "ai",
    tags: ["learning"],
    system: "You are a patient teacher. You explain with one example at a time and wait for answers.",
    user: "Explain {{topic}} to somebody who knows {{level}}. Use one example from daily life. Then ask me three questions, one after the other, and correct my answers.",
  },
  {
    title: "Practise for an exam",
    description: "Questions from your own notes, easy ones first.",
    role: "Student",
    category: "ai",
    tags: ["learning", "exam"],
    system: "You make exam questions from notes, and use nothing that is not in them.",
    user: "Make ten questions from these notes for an exam on {{subject}}, easy ones first. Give the answers at the end, each with the sentence of the notes that it is in.\n\n{{notes}}",
  },
  {
    title: "Sum up a meeting",
    description: "Decisions, tasks with names and dates, and open questions.",
    role: "Other",
    category: "business",
    tags: ["meeting", "summary"],
    system: "You sum up meetings for people who were not there. You invent no names and no dates.",
    user: "Sum up these notes: first the decisions, then the tasks with name and date, then the open questions.\n\n{{notes}}",
  },
  {
    title: "Make a text clearer",
    description: "Shorter sentences and plain words, with nothing added.",
    role: "Other",
    category: "creative",
    tags: ["writing", "editing"],
    system: "You edit texts. You keep every fact and add none.",
    user: "Make this text clearer for {{reader}}: shorter sentences, plain words, the main point first. Then list what you changed and why.\n\n{{text}}",
  },
];
