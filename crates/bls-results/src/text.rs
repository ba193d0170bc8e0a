//! Text of others, such as ids and errors, where people read it.

/// Without what could move the cursor of a terminal, or look like a line of ours.
#[must_use]
pub fn one_line(text: &str) -> String {
    let characters = text.chars();
    characters
        .map(|it| if it.is_control() { ' ' } else { it })
        .collect()
}

/// Text that Markdown leaves alone, in the cells of a table, too, and in which GitHub finds nobody
/// to notify and nothing to link.
#[must_use]
pub fn markdown(text: &str) -> String {
    let mut escaped = String::new();
    for character in one_line(text).chars() {
        if "\\`*_[]<>|&~".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    // Mentions, issues and addresses are looked for in what Markdown has become, where a backslash
    // is gone: a space without width is not.
    for (found, apart) in [
        ("@", "@\u{200b}"),
        ("#", "#\u{200b}"),
        ("://", ":\u{200b}//"),
        ("www.", "www\u{200b}."),
    ] {
        escaped = escaped.replace(found, apart);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_a_line() {
        assert_eq!(one_line("a\nb\x1b[2J\r"), "a b [2J ");
    }

    #[test]
    fn markdown_has_no_meaning() {
        let hostile = "a|b `c` <!-- <img> [d](e) &amp; ~f~ *g* _h_ \\ \n# i";
        let expected = "a\\|b \\`c\\` \\<!-- \\<img\\> \\[d\\](e) \\&amp; \\~f\\~ \\*g\\* \\_h\\_ \\\\  #\u{200b} i";
        assert_eq!(markdown(hostile), expected);
        let links = markdown("@you #1 https://x.example www.x.example");
        for link in ["@y", "#1", "://", "www."] {
            assert!(!links.contains(link), "{links}");
        }
    }
}
